import { useLingui } from '@lingui/react/macro';
import type { Note } from '@parley/contract/types';
import { IconClock, IconLock, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { type NoteEntry, useAccount, useConnectionState, useFindGroup, useFindUser } from '../../sync/public.ts';
import { authorLabelOf, shortName } from '../bubble/author-label.ts';
import { FormattedText } from '../bubble/formatted-text.tsx';
import { NoticeLine } from '../bubble/notice/notice-line.tsx';
import { type MentionTarget, partsOf } from './mention-text.ts';
import styles from './note.module.css';

const EarlierNotes = lazyComponent(() => import('./earlier-notes.tsx').then((part) => part.EarlierNotes));

export type NoteBubbleProps = {
  /** The note, or its queued version on this device. */
  note: Pick<Note, 'id' | 'thread_id' | 'body' | 'mentions' | 'created_at' | 'created_by' | 'edited_at' | 'deleted_at'>;
  /** What its author can do with it; absent for others. */
  actions?: ReactNode;
  /** The first of several by one author: shows the author and who can see them. */
  first: boolean;
  /** The send state; absent once the team can read it. */
  waiting?: NoteEntry;
  /** Restores a refused note into the field; absent where there is none. */
  onTakeBack?: (entry: NoteEntry) => void;
};

/** A note between the messages: yellow, with a lock, to distinguish it from messages to the customer. */
export function NoteBubble({ note, first, actions, waiting, onTakeBack }: NoteBubbleProps) {
  const { t } = useLingui();
  const words = useTimeLabels();
  const [tracing, setTracing] = useState(false);
  const { edited_at: editedAt, deleted_at: deletedAt } = note;
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
      <div className={styles.line}>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        <div className={styles.bubble}>
          <div className={styles.words} dir="auto">
            {deletedAt === undefined ? <NoteText note={note} /> : <em>{t`Note deleted`}</em>}
            <span className={styles.meta}>
              {editedAt !== undefined && deletedAt === undefined && (
                <button
                  type="button"
                  className={styles.edited}
                  data-tip={words.exact(editedAt)}
                  onClick={() => setTracing(true)}
                >{t`Edited`}</button>
              )}
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
      </div>
      {tracing && (
        <Suspense>
          <EarlierNotes note={note} onClose={() => setTracing(false)} />
        </Suspense>
      )}
      {waiting && <WaitingText entry={waiting} onTakeBack={onTakeBack} />}
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

/** The text of a note with current names; unknown users keep the name stored in the note. */
function NoteText({ note }: Pick<NoteBubbleProps, 'note'>) {
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

/** Finds the current name of a user or group. */
export function useNameOf(): (named: MentionTarget) => string | undefined {
  const findUser = useFindUser();
  const findGroup = useFindGroup();
  return ({ kind, id }) => (kind === 'group' ? findGroup(id) : findUser(id))?.name;
}

/** The notice of a note that waits on this device, with its next step. */
function WaitingText({ entry, onTakeBack }: { entry: NoteEntry; onTakeBack: NoteBubbleProps['onTakeBack'] }) {
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
          <Button size="sm" onClick={() => void account.outbox.retry(entry.id)}>
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
            >{t`Back`}</Button>
          )}
          <Button size="sm" variant="plain" onClick={discard}>{t`Discard`}</Button>
        </>
      }
    >
      {t`Not saved.`} <bdi>{entry.refusal?.message}</bdi>
    </NoticeLine>
  );
}
