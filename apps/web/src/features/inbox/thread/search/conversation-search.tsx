import { useLingui } from '@lingui/react/macro';
import type { Message, Thread } from '@parley/contract/types';
import { IconSearch, IconStar, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ChipButton } from '../../../../ui/chip.tsx';
import { DateField } from '../../../../ui/fields/date-field.tsx';
import { Hit } from '../../../../ui/hits.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { useEscape } from '../../../../ui/layer/use-escape.ts';
import { useEarlyFocus } from '../../../../ui/use-early-focus.ts';
import { useTimeLabels } from '../../../../ui/use-time-labels.ts';
import { useAccount, useFindUser } from '../../../sync/public.ts';
import { messageAuthorOf } from '../../bubble/author-label.ts';
import { writerName } from '../../bubble/participants.ts';
import { messageText, useMessageWords } from '../../bubble/use-message-words.ts';
import { localDay } from '../../composer/local-time.ts';
import styles from './conversation-search.module.css';
import { snippetOf, useFindInThread } from './find-in-thread.ts';

export type ConversationSearchProps = {
  thread: Thread;
  start: 'search' | 'starred';
  /** What is searched for. */
  text: string;
  onText: (text: string) => void;
  /** Shows a message of the conversation, however old. */
  onShow: (message: Pick<Message, 'id' | 'sort_at'>) => void;
  /** Shows the first message of a day and after. */
  onDay: (from: string) => void;
  onClose: () => void;
};

/** Finds messages of one conversation by their words, their stars or their day. */
export function ConversationSearch({ thread, start, text, onText, onShow, onDay, onClose }: ConversationSearchProps) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  useEarlyFocus(() => field.current);
  const [starred, setStarred] = useState(start === 'starred');
  const [day, setDay] = useState<string | null>(null);
  const found = useFindInThread(thread.id, { text, starred });
  useEscape(onClose);
  const count = found.messages?.length ?? 0;
  const more = found.readMore !== undefined;
  return (
    <search className={styles.panel} aria-label={t`Search in conversation`}>
      <div className={styles.bar}>
        <label className={styles.field}>
          <IconSearch {...smallIcon} />
          <input
            ref={field}
            type="search"
            value={text}
            aria-label={t`Search in conversation`}
            placeholder={t`Search in conversation`}
            onChange={(event) => onText(event.target.value)}
          />
        </label>
        <ChipButton look={starred ? 'on' : 'plain'} aria-pressed={starred} onClick={() => setStarred(!starred)}>
          <IconStar {...smallIcon} />
          {t`Starred`}
        </ChipButton>
        <span className={styles.day}>
          <DateField
            label={t`Go to date`}
            value={day}
            max={localDay(new Date().toISOString())}
            onChange={(chosen) => {
              setDay(chosen);
              if (chosen !== null) onDay(new Date(`${chosen}T00:00`).toISOString());
            }}
          />
        </span>
        <IconButton label={t`Close search`} onClick={onClose}>
          <IconX {...icon} />
        </IconButton>
      </div>
      {!found.idle && (
        <>
          <p className={styles.count} role="status">
            {found.failed
              ? t`Couldn’t reach the server. Try again.`
              : found.messages === null
                ? t`Searching…`
                : count === 0
                  ? t`No results`
                  : count === 1
                    ? t`1 message`
                    : more
                      ? t`${count}+ messages`
                      : t`${count} messages`}
          </p>
          {found.failed && <Button size="sm" onClick={found.again}>{t`Try again`}</Button>}
          {count > 0 && (
            <ul className={styles.results}>
              {found.messages?.map((message) => (
                <li key={message.id}>
                  <Result message={message} thread={thread} words={found.words} onShow={onShow} />
                </li>
              ))}
              {found.readMore !== undefined && (
                <li>
                  <Button size="sm" variant="plain" onClick={found.readMore}>{t`Show more`}</Button>
                </li>
              )}
            </ul>
          )}
        </>
      )}
    </search>
  );
}

type ResultProps = Pick<ConversationSearchProps, 'thread' | 'onShow'> & { message: Message; words: string };

function Result({ message, thread, words, onShow }: ResultProps) {
  const { t } = useLingui();
  const times = useTimeLabels();
  const labels = useMessageWords();
  const account = useAccount();
  const label = messageAuthorOf(message, useFindUser(), account.store.uid);
  const author = message.direction === 'INCOMING' ? writerName(thread, message) : (labels.author(label) ?? t`Team`);
  const text = messageText(message);
  const [before, hit, after] = snippetOf(text === '' ? labels.messageLine(message) : text, words);
  return (
    <button type="button" className={styles.result} onClick={() => onShow(message)}>
      <span className={styles.who}>
        <bdi>{author}</bdi>
        <time dateTime={message.timestamp}>
          {times.date(message.timestamp)}, {times.clock(message.timestamp)}
        </time>
      </span>
      <span className={styles.words} dir="auto">
        {before}
        {hit !== '' && <Hit>{hit}</Hit>}
        {after}
      </span>
    </button>
  );
}
