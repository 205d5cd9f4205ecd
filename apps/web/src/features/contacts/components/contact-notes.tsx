import { useLingui } from '@lingui/react/macro';
import type { ContactNote } from '@parley/contract/types';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { queryClient } from '../../../platform/query.tsx';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { TextAreaField } from '../../../ui/field.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { useRefusal } from '../../team/public.ts';
import { noteKey, useNotes } from '../data/contacts-data.ts';
import styles from './contact-views.module.css';
import { useActorName } from './use-actor-name.ts';

/** Notes of the team about a contact. */
export function ContactNotes({ contactId }: { contactId: string }) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const { data: notes, error, refetch } = useNotes(contactId);
  const edits = useRefusal('contacts.edit') === null;
  const [editing, setEditing] = useState<string | null>(null);
  const forget = () => void queryClient.invalidateQueries({ queryKey: noteKey(contactId) });
  const remove = async (note: ContactNote) => {
    const params = { id: contactId, note_id: note.id };
    try {
      await api('DELETE /api/contacts/{id}/notes/{note_id}', { params });
      forget();
      const again = { params: { id: contactId }, body: { id: uuidv7(), body: note.body } };
      toast({
        message: t`Note deleted`,
        action: {
          label: t`Undo`,
          run: () => {
            api('POST /api/contacts/{id}/notes', again).then(forget, (failure: unknown) =>
              toast({ message: words(failure) }),
            );
          },
        },
      });
    } catch (failure) {
      toast({ message: words(failure) });
    }
  };
  if (notes === undefined) {
    if (error) return <ProblemState title={t`Couldn’t load the notes`} error={error} onRetry={() => void refetch()} />;
    return <Skeleton shape="table" label={t`Reading`} count={2} />;
  }
  return (
    <>
      {edits && <NoteForm key={notes.length} contactId={contactId} note={null} onSaved={forget} />}
      {notes.length === 0 && (
        <p className={styles.quiet}>{t`No notes yet. The team sees them, the customer never does.`}</p>
      )}
      <ul className={styles.list}>
        {notes.map((note) => (
          <li key={note.id} className={styles.item}>
            {editing === note.id ? (
              <NoteForm
                contactId={contactId}
                note={note}
                onSaved={() => {
                  setEditing(null);
                  forget();
                }}
                onCancel={() => setEditing(null)}
              />
            ) : (
              <>
                <p className={styles.body} dir="auto">
                  {note.body}
                </p>
                <NoteMeta note={note}>
                  {edits && (
                    <>
                      <IconButton size="sm" label={t`Edit note`} onClick={() => setEditing(note.id)}>
                        <IconPencil {...smallIcon} />
                      </IconButton>
                      <IconButton size="sm" label={t`Delete note`} onClick={() => void remove(note)}>
                        <IconTrash {...smallIcon} />
                      </IconButton>
                    </>
                  )}
                </NoteMeta>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function NoteMeta({ note, children }: { note: ContactNote; children: React.ReactNode }) {
  const { t } = useLingui();
  const { near } = useRelativeTime();
  const actorName = useActorName();
  return (
    <span className={styles.meta}>
      <bdi>{actorName(note.created_by)}</bdi>
      <span>{near(note.created_at)}</span>
      {note.updated_at !== null && <span>{t`changed`}</span>}
      <span className={styles.space} />
      {children}
    </span>
  );
}

type NoteFormProps = { contactId: string; note: ContactNote | null; onSaved: () => void; onCancel?: () => void };

function NoteForm({ contactId, note, onSaved, onCancel }: NoteFormProps) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const [id] = useState(() => note?.id ?? uuidv7());
  const [body, setBody] = useState(note?.body ?? '');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy || body.trim() === '') return;
    setBusy(true);
    setError(null);
    try {
      if (note === null) await api('POST /api/contacts/{id}/notes', { params: { id: contactId }, body: { id, body } });
      else {
        const params = { id: contactId, note_id: note.id };
        await api('PUT /api/contacts/{id}/notes/{note_id}', { params, body: { body } });
      }
      onSaved();
    } catch (failure) {
      setError(words(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.new}>
      <TextAreaField
        label={note === null ? t`New note` : t`Note`}
        dir="auto"
        maxLength={10_000}
        value={body}
        error={error}
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
        }}
      />
      <span className={styles.actions}>
        <Button size="sm" busy={busy} blocked={body.trim() === ''} onClick={() => void save()}>
          {note === null ? t`Add note` : t`Save note`}
        </Button>
        {onCancel && <Button size="sm" variant="plain" onClick={onCancel}>{t`Cancel`}</Button>}
      </span>
    </div>
  );
}
