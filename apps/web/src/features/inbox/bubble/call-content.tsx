import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import { IconPhone, IconPhoneX } from '@tabler/icons-react';
import { Button } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { useSecondsText } from '../../../ui/use-duration-text.ts';
import { useAccount, useFindUser, useRow } from '../../sync/public.ts';
import styles from './bubble-content.module.css';
import { useCallWish } from './call-wish.ts';
import { useCallBarred } from './use-assigned-to-other.ts';

export type CallContentProps = { message: Message; call: NonNullable<Message['call']> };

/** A call that ended: what became of it, by whom, and how long it lasted. */
export function CallContent({ message, call }: CallContentProps) {
  const { t } = useLingui();
  const findUser = useFindUser();
  const secondsText = useSecondsText();
  const barred = useCallBarred(useRow('threads', message.thread_id) ?? { assignee_id: null });
  const { outcome, seconds, by, page_left: pageLeft } = call;
  const name = by === undefined ? undefined : (findUser(by)?.name ?? t`A former member`);
  const out = message.direction === 'OUTGOING';
  const isMine = by === useAccount().store.uid;
  const called = isMine || name === undefined ? t`You called` : t`${name} called`;
  const words = out
    ? called
    : { missed: t`Missed call`, answered: t`Call`, declined: t`Call declined`, cancelled: t`Call` }[outcome];
  const details = [
    out && outcome === 'missed' && t`Not answered`,
    out && outcome === 'cancelled' && t`Cancelled`,
    out && outcome === 'declined' && t`Declined by the customer`,
    !out && outcome === 'answered' && name !== undefined && t`Taken by ${name}`,
    !out && outcome === 'declined' && name !== undefined && t`By ${name}`,
    outcome === 'answered' && (seconds === undefined ? t`Length unknown` : secondsText(seconds)),
    pageLeft === true && t`Ended when the page was left`,
  ].filter((part) => typeof part === 'string');
  return (
    <span className={styles.card}>
      {outcome === 'answered' ? <IconPhone {...smallIcon} /> : <IconPhoneX {...smallIcon} />}
      <span className={styles.cardText}>
        <span className={styles.strong}>{words}</span>
        {details.length > 0 && <span className={styles.quiet}>{details.join(' · ')}</span>}
        {!out && outcome === 'missed' && (
          <span>
            <Button
              size="sm"
              blocked={barred !== undefined}
              data-tip={barred}
              onClick={() => useCallWish.set(message.thread_id)}
            >
              {t`Call back`}
            </Button>
          </span>
        )}
      </span>
    </span>
  );
}
