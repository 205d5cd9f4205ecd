import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { useMemo, useState } from 'react';
import { channelNow, useNow } from '../../../../platform/use-now.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { replyWindowAt } from '../../../../ui/reply-window.ts';
import { SearchBox } from '../../../../ui/search-box.tsx';
import { contactName } from '../../../contacts/public.ts';
import { SandboxTag } from '../../../sandbox/public.ts';
import { useAccount, useRows, useThreads } from '../../../sync/public.ts';
import styles from './message-actions.module.css';
import { useThreadSearch } from './use-thread-search.ts';

const everything = {};
const mostOffered = 30;

export type ThreadChoicesProps = {
  /** A conversation that is not offered. */
  except?: string;
  onChoose: (thread: Thread) => void;
};

/** Conversations with an open window to choose from: the latest, or those that a search finds. */
export function ThreadChoices(props: ThreadChoicesProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  return (
    <>
      <SearchBox label={t`Search conversations by name or number`} value={typed} onChange={setTyped} />
      {typed.trim() === '' ? <RecentThreads {...props} /> : <FoundThreads typed={typed} {...props} />}
    </>
  );
}

function RecentThreads(props: ThreadChoicesProps) {
  const { threads } = useThreads(everything);
  const account = useAccount();
  // Until everything is read the selection has holes; what is held will do for a suggestion.
  const shown = useMemo(() => (threads.length > 0 ? threads : account.store.threads.all()), [threads, account]);
  return <Choices threads={shown} {...props} />;
}

function FoundThreads({ typed, ...props }: ThreadChoicesProps & { typed: string }) {
  const { threads } = useThreadSearch(typed);
  return <Choices threads={threads} {...props} />;
}

function Choices({ threads, except, onChoose }: ThreadChoicesProps & { threads: readonly Thread[] }) {
  const { t } = useLingui();
  const channels = useRows('channels');
  const nowMs = useNow();
  const isClosed = (thread: Thread) => {
    const channel = channels.find(({ id }) => id === thread.channel_id);
    const now = channelNow(nowMs, channel);
    return channel?.kind !== 'SESSION' && replyWindowAt(thread.window_expires_at, now).kind === 'closed';
  };
  // What can be chosen comes first.
  const [open, closed] = [[], []] as [Thread[], Thread[]];
  for (const thread of threads) if (thread.id !== except) (isClosed(thread) ? closed : open).push(thread);
  const offered = [...open, ...closed].slice(0, mostOffered);
  if (offered.length === 0) return <p className={styles.note}>{t`No results`}</p>;
  return (
    <div className={styles.rows}>
      {offered.map((thread) => {
        const channel = channels.find(({ id }) => id === thread.channel_id);
        const now = channelNow(nowMs, channel);
        const disabled = closed.includes(thread);
        return (
          <button
            key={thread.id}
            type="button"
            className={styles.row}
            disabled={disabled}
            onClick={() => onChoose(thread)}
          >
            <Avatar
              name={contactName(thread.contact)}
              seed={thread.contact_id}
              windowExpiresAt={thread.window_expires_at}
              now={now}
            />
            <bdi className={styles.name}>{contactName(thread.contact)}</bdi>
            {channel?.sandbox && <SandboxTag />}
            {disabled && <span className={styles.note}>{t`Window closed`}</span>}
          </button>
        );
      })}
    </div>
  );
}
