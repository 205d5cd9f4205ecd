import { useLingui } from '@lingui/react/macro';
import type { RecipientState } from '@parley/contract/types';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { campaignResultTitles } from '../table/filter-words.ts';

const tones: Partial<Record<RecipientState, BadgeTone>> = {
  CAPPED: 'warn',
  DELIVERED: 'info',
  FAILED: 'bad',
  READ: 'ok',
  UNKNOWN: 'warn',
};

/** What became of a broadcast for one person, in a word. */
export function CampaignResult({ state }: { state: RecipientState }) {
  const { i18n } = useLingui();
  const title = campaignResultTitles[state];
  const tone = tones[state];
  return <Badge {...(tone !== undefined && { tone })}>{title ? i18n._(title) : state}</Badge>;
}
