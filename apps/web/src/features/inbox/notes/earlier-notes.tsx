import { useLingui } from '@lingui/react/macro';
import type { Note } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { useAccount } from '../../sync/public.ts';
import { plainNote } from './mention-text.ts';
import styles from './note.module.css';

type Earlier = { body: string; until: string }[];

/** What a note said before it was edited, newest first. */
export function EarlierNotes({ note, onClose }: { note: Pick<Note, 'id' | 'thread_id'>; onClose: () => void }) {
  const { t } = useLingui();
  const account = useAccount();
  const words = useTimeLabels();
  const [turn, setTurn] = useState(0);
  const [read, setRead] = useState<{ rows: Earlier } | { error: unknown } | null>(null);
  const { id, thread_id: threadId } = note;
  useEffect(() => {
    if (turn < 0) return;
    const params = { id: threadId, note_id: id };
    account.api('GET /api/threads/{id}/notes/{note_id}/earlier', { params }).then(
      ({ data }) => setRead({ rows: data.toReversed() }),
      (error: unknown) => setRead({ error }),
    );
  }, [account, id, threadId, turn]);
  return (
    <Dialog title={t`Earlier versions`} onClose={onClose}>
      {read === null && <Skeleton shape="text" label={t`Loading earlier versions`} count={2} />}
      {read !== null && 'error' in read && (
        <ProblemState
          title={t`Couldn’t load earlier versions`}
          error={read.error}
          onRetry={() => {
            setRead(null);
            setTurn(turn + 1);
          }}
        />
      )}
      {read !== null && 'rows' in read && (
        <ul className={styles.earlier}>
          {read.rows.map(({ body, until }) => (
            <li key={until}>
              <time dateTime={until}>{t`Until ${words.exact(until)}`}</time>
              <p dir="auto">{plainNote(body)}</p>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
