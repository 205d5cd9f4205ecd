import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { listText } from '../../../platform/formats.ts';
import { shortName } from './author-label.ts';
import { participantName, participantsIn } from './participants.ts';

/** Who is in a group, in one line. */
export function useGroupWords(): (thread: Thread) => string {
  const { t } = useLingui();
  return (thread) => {
    const names = participantsIn(thread).map((one) => shortName(participantName(one)));
    if (names.length === 0) return t`WhatsApp group`;
    const list = listText(names);
    return names.length === 1 ? t`1 participant: ${list}` : t`${names.length} participants: ${list}`;
  };
}
