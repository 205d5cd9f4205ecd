import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useNow } from '../../../platform/use-now.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Ticks } from '../../../ui/ticks.tsx';
import { useAction } from '../../../ui/use-action.ts';
import {
  discardMessage,
  mayDiscard,
  maySendAgain,
  messageNoticeOf,
  retryMessage,
  ServerNotice,
} from '../../inbox/public.ts';
import { useAccount } from '../../sync/public.ts';
import type { ComposeDraft } from '../data/draft.ts';
import { useLiveMessages } from '../data/use-live-messages.ts';
import styles from './compose.module.css';
import { useStateText } from './use-state-text.ts';

export type SentListProps = { sent: NonNullable<ComposeDraft['sent']>; onAnother: () => void };

/** The sent messages with their current status. */
export function SentList({ sent, onAnother }: SentListProps) {
  const { t } = useLingui();
  const followed = useLiveMessages(sent.map(({ id }) => id));
  return (
    <section className={styles.part} aria-labelledby="compose-sent">
      <h2 id="compose-sent" className={styles.heading} tabIndex={-1} data-sent>
        {t`${plural(sent.length, { one: 'The server has # message', other: 'The server has # messages' })}`}
      </h2>
      <ul className={styles.sent}>
        {sent.map((one) => (
          <li key={one.id} className={styles.sentRow}>
            <SentRow one={one} message={followed.get(one.id) ?? null} />
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="filled" onClick={onAnother}>{t`Write another message`}</Button>
        <Link to="/compose/history" className={buttonClass()}>{t`History`}</Link>
      </div>
    </section>
  );
}

function SentRow({ one, message }: { one: SentListProps['sent'][number]; message: Message | null }) {
  const { t } = useLingui();
  const account = useAccount();
  const { run } = useAction();
  const stateText = useStateText();
  const nowMs = useNow();
  const notice = message === null ? null : messageNoticeOf(message, nowMs);
  return (
    <>
      <span className={styles.sentTop}>
        <bdi className={styles.name}>{one.name}</bdi>
        <span className={styles.state}>
          {message !== null && <Ticks status={message.status} sendState={message.send_state} />}
          <span role="status">{message === null ? t`Queued` : stateText(message)}</span>
        </span>
        <Link to="/inbox/$thread_id" params={{ thread_id: one.threadId }} className={buttonClass({ size: 'sm' })}>
          {t`Open conversation`}
        </Link>
      </span>
      {notice !== null && message !== null && (
        <ServerNotice
          notice={notice}
          message={message}
          onSendAgain={maySendAgain(message) ? () => void run(() => retryMessage(account, one.id)) : undefined}
          onDiscard={mayDiscard(message) ? () => void run(() => discardMessage(account, one.id)) : undefined}
        />
      )}
    </>
  );
}
