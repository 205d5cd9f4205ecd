import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { hoursAndMinutes, replyWindowAt } from '../../../ui/reply-window.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import type { ReplyWindow } from '../composer/composer-head.tsx';

/** How long the reply window of a conversation stays open, as text; null when it is closed or there is none. */
export function useWindowWords(thread: Thread, nowMs: number): ReplyWindow['words'] {
  const { t } = useLingui();
  const words = useTimeLabels();
  const left = replyWindowAt(thread.window_expires_at, nowMs);
  if (left.kind === 'closed' || thread.window_expires_at === null) return null;
  const { hours, minutes } = hoursAndMinutes(left.leftMs);
  return {
    tone: ({ open: 'ok', soon: 'warn', last: 'bad' } as const)[left.kind],
    until: words.until(thread.window_expires_at, nowMs),
    left: hours > 0 ? t`${hours} h ${minutes} min` : t`${minutes} min`,
  };
}
