import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import { dateFormat } from '../../../platform/date-format.ts';
import { tickStateOf } from '../../../ui/tick-state.ts';
import { useTickLabel } from '../../../ui/ticks.tsx';
import { useAccountTimeZone } from '../../sync/public.ts';

/** The state of a message in words; of a scheduled one with its time in the account’s time zone. */
export function useStateText(): (message: Pick<Message, 'send_at' | 'send_state' | 'status'>) => string {
  const { t, i18n } = useLingui();
  const tickLabel = useTickLabel();
  const zone = useAccountTimeZone();
  return ({ send_at: at, send_state, status }) => {
    if (send_state !== 'scheduled' || at === undefined) return tickLabel(tickStateOf(status, send_state));
    if (at === 'reply') return t`Scheduled: when they reply`;
    const when = dateFormat(i18n.locale, {
      ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone },
    }).format(Date.parse(at));
    return t`Scheduled for ${when}`;
  };
}
