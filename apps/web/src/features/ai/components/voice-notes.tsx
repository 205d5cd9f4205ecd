import { useLingui } from '@lingui/react/macro';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { TellsChanges } from '../../../ui/use-form.ts';
import { useTranscription } from '../data/ai-settings.ts';
import { TranscriptionForm } from './transcription-form.tsx';

/** How recordings are written down. */
export function VoiceNotes(tells: TellsChanges) {
  const { t } = useLingui();
  const { data, error, refetch } = useTranscription();
  if (error !== null)
    return <ProblemState title={t`Couldn’t load the settings`} error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton shape="text" label={t`Loading the settings`} count={5} />;
  return <TranscriptionForm key={data.provider?.consent_id} settings={data} {...tells} />;
}
