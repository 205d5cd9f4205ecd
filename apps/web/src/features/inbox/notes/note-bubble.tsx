import { useLingui } from '@lingui/react/macro';
import type { Note } from '@parley/contract/types';
import { IconClock, IconLock, IconRefresh } from '@tabler/icons-react';
import { Button } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { type NoteEntry, useAccount, useConnectionState, useFindGroup, useFindUser } from '../../sync/public.ts';
import { authorLabelOf, shortName } from '../author-label.ts';
import { FormattedText } from '../components/formatted-text.tsx';
import { NoticeLine } from '../components/notice-line.tsx';
import { useTimeWords } from '../use-time-words.ts';
import { type Named, partsOf } from './mention-text.ts';
import styles from './note.module.css';

export type NoteBubbleProps = {
  /** As it is, or as it waits on this device. */
  note: Pick<Note, 'id' | 'body' | 'mentions' | 'created_at' | 'created_by'>;
  /** The first of several by one hand: says whose they are and who sees them. */
  first: boolean;
  /** How far it got: absent once the team can read it. */
  waiting?: NoteEntry;
  /** Puts a refused note back into the field; absent where there is none. */
  onTakeBack?: (entry: NoteEntry) => void;
};

/** A note between the messages: yellow, with a lock, so that it never passes for something the customer got. */
export function NoteBubble({ note, first, waiting, onTakeBack }: NoteBubbleProps) {
  const { t } = useLingui();
  const words = useTimeWords();
  return (
    <article
      className={styles.note}
      tabIndex={-1}
      data-note={note.id}
      data-first={first || undefined}
      data-state={waiting?.state}
    >
      <p className={first ? styles.by : 'visually-hidden'}>
        <IconLock {...smallIcon} />
        <NoteBy createdBy={note.created_by} />
      </p>
      <div className={styles.bubble}>
        <div className={styles.words} dir="auto">
          <NoteWords note={note} />
          <span className={styles.meta}>
            <time dateTime={note.created_at} data-tip={words.exact(note.created_at)}>
              {words.clock(note.created_at)}
            </time>
            {waiting?.state === 'queued' && (
              <span role="img" aria-label={t`Not saved yet`} data-tip={t`Not saved yet`}>
                <IconClock size={13} stroke={2} aria-hidden="true" />
              </span>
            )}
          </span>
        </div>
      </div>
      {waiting && <WaitingWords entry={waiting} onTakeBack={onTakeBack} />}
    </article>
  );
}

function NoteBy({ createdBy }: { createdBy: string }) {
  const { t } = useLingui();
  const account = useAccount();
  const label = authorLabelOf(createdBy, useFindUser(), account.store.uid);
  if (label.kind !== 'you' && label.kind !== 'person') return t`Note, only your team sees this`;
  const name = shortName(label.name);
  return <bdi>{t`Note by ${name}, only your team sees this`}</bdi>;
}

/** What a note says, with the names of today; who is not known any more keeps the one of then. */
function NoteWords({ note }: Pick<NoteBubbleProps, 'note'>) {
  const nameOf = useNameOf();
  const { uid } = useAccount().store;
  const pieces = partsOf(note.body, note.mentions).map((part, place) => ({ ...part, key: place }));
  return pieces.map((part) =>
    part.kind === 'words' ? (
      <FormattedText key={part.key} text={part.text} />
    ) : (
      <bdi key={part.key} className={styles.name} data-me={part.id === uid || undefined}>
        @{nameOf(part) ?? part.name}
      </bdi>
    ),
  );
}

/** Finds what somebody, or a group, is called today. */
export function useNameOf(): (named: Named) => string | undefined {
  const findUser = useFindUser();
  const findGroup = useFindGroup();
  return ({ kind, id }) => (kind === 'group' ? findGroup(id) : findUser(id))?.name;
}

/** What holds a note on this device, and the next step. */
function WaitingWords({ entry, onTakeBack }: { entry: NoteEntry; onTakeBack: NoteBubbleProps['onTakeBack'] }) {
  const { t } = useLingui();
  const account = useAccount();
  const offline = useConnectionState() === 'offline';
  if (entry.state === 'queued') {
    if (!offline) return null;
    return <NoticeLine tone="quiet">{t`Saved for your team when you are back online`}</NoticeLine>;
  }
  const discard = () => void account.outbox.discard(entry.id);
  return (
    <NoticeLine
      tone="bad"
      action={
        <>
          <Button size="sm" onClick={() => void account.outbox.again(entry.id)}>
            <IconRefresh {...smallIcon} />
            {t`Try again`}
          </Button>
          {onTakeBack && (
            <Button
              size="sm"
              onClick={() => {
                onTakeBack(entry);
                discard();
              }}
            >{t`Back to the field`}</Button>
          )}
          <Button size="sm" variant="plain" onClick={discard}>{t`Discard`}</Button>
        </>
      }
    >
      {t`Not saved.`} <bdi>{entry.refusal?.message}</bdi>
    </NoticeLine>
  );
}
