import { useLingui } from '@lingui/react/macro';
import type { ContactNote } from '@parley/contract/types';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
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
import { type ContactEntry, contactQueueKey, useAccount } from '../../sync/public.ts';
import { useRefusal } from '../../team/public.ts';
import type { OnFailure } from '../data/contact-calls.ts';
import { noteKey, useNotes } from '../data/contacts-data.ts';
import { useContactEdits } from '../data/use-contact-edits.ts';
import styles from './contact-views.module.css';
import { useActorName } from './use-actor-name.ts';
import { WaitingFact } from './waiting-fact.tsx';

/** Notes of the team about a contact. */
export function ContactNotes({ contactId }: { contactId: string }) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const { data: notes, error, refetch, fetchStatus } = useNotes(contactId);
  const { waiting, entryOf, takeMine, discard } = useContactEdits(contactId);
  const edits = useRefusal('contacts.edit') === null;
  const [editing, setEditing] = useState<string | null>(null);
  const forget = () => void queryClient.invalidateQueries({ queryKey: noteKey(contactId) });
  const ofNotes = waiting.filter(({ body }) => body.part === 'note' || body.part === 'note_edit');
  const added = ofNotes.filter(
    // What was changed in a note that is gone is not lost.
    ({ body }) =>
      body.part === 'note' || (notes && !notes.some(({ id }) => body.part === 'note_edit' && id === body.note)),
  );
  const count = useRef(ofNotes.length);
  useEffect(() => {
    // One that waited is on the server now.
    if (ofNotes.length < count.current) void queryClient.invalidateQueries({ queryKey: noteKey(contactId) });
    count.current = ofNotes.length;
  }, [ofNotes.length, contactId]);
  const textOf = ({ id, body }: ContactNote) => String(entryOf('note_edit', id)?.body.value ?? body);
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
  return (
    <>
      {edits && <NoteForm contactId={contactId} note={null} onSaved={forget} />}
      <WaitingNotes notes={added} />
      {notes === undefined &&
        (error ? (
          <ProblemState title={t`Couldn’t load the notes`} error={error} onRetry={() => void refetch()} />
        ) : fetchStatus === 'paused' ? (
          <p className={styles.quiet}>{t`Notes load when you’re back online.`}</p>
        ) : (
          <Skeleton shape="table" label={t`Reading`} count={2} />
        ))}
      {notes?.length === 0 && added.length === 0 && (
        <p className={styles.quiet}>{t`No notes yet. The team sees them, the customer never does.`}</p>
      )}
      <ul className={styles.list}>
        {notes?.map((note) => (
          <li key={note.id} className={styles.item}>
            {editing === note.id ? (
              <NoteForm
                contactId={contactId}
                note={note}
                begun={textOf(note)}
                onSaved={() => {
                  setEditing(null);
                  forget();
                }}
                onCancel={() => setEditing(null)}
              />
            ) : (
              <>
                <p className={styles.body} dir="auto">
                  {textOf(note)}
                </p>
                <WaitingEdit entry={entryOf('note_edit', note.id)} onUseMine={takeMine} onDiscard={discard} />
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

/** Notes that wait on the device. */
function WaitingNotes({ notes }: { notes: readonly ContactEntry[] }) {
  const { t } = useLingui();
  const { outbox } = useAccount();
  return (
    <ul className={styles.list}>
      {notes.map(({ id, body, state, refusal }) => (
        <li key={id} className={styles.item}>
          <p className={styles.body} dir="auto">
            {body.value}
          </p>
          <span className={styles.meta} role="status">
            {state === 'queued'
              ? t`Sends when you’re back online`
              : refusal?.code === 'note_gone'
                ? t`Not saved. The note was deleted meanwhile.`
                : (refusal?.message ?? t`Not saved.`)}
            <span className={styles.space} />
            <Button size="sm" variant="plain" onClick={() => void outbox.discard(id)}>{t`Discard`}</Button>
          </span>
        </li>
      ))}
    </ul>
  );
}

type WaitingEditProps = {
  entry: ContactEntry | undefined;
  onUseMine: (entry: ContactEntry) => void;
  onDiscard: (entry: ContactEntry) => void;
};

/** Below a note whose change waits on the device. */
function WaitingEdit({ entry, onUseMine, onDiscard }: WaitingEditProps) {
  const { t } = useLingui();
  if (entry === undefined) return null;
  return (
    <WaitingFact
      name={t`The note`}
      entry={entry}
      onUseMine={() => onUseMine(entry)}
      onDiscard={() => onDiscard(entry)}
    />
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

type NoteFormProps = {
  contactId: string;
  note: ContactNote | null;
  begun?: string;
  onSaved: () => void;
  onCancel?: () => void;
};

function NoteForm({ contactId, note, begun = '', onSaved, onCancel }: NoteFormProps) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const edits = useContactEdits(contactId);
  const { drafts } = useAccount();
  // A new note stays on the device until it is saved, like a reply.
  const draftKey = contactQueueKey(contactId);
  const [id, setId] = useState(() => note?.id ?? uuidv7());
  const [body, setBody] = useState(() => (note === null && drafts.get(draftKey)?.text) || begun);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const write = (text: string) => {
    setBody(text);
    if (note === null) void drafts.put(draftKey, text, null).catch(() => undefined);
  };
  const save = async () => {
    if (busy || body.trim() === '') return;
    setBusy(true);
    setError(null);
    let refused: unknown = null;
    const send = (tell: OnFailure) => {
      const call =
        note === null
          ? api('POST /api/contacts/{id}/notes', { params: { id: contactId }, body: { id, body } })
          : api('PUT /api/contacts/{id}/notes/{note_id}', { params: { id: contactId, note_id: id }, body: { body } });
      return call.then(
        () => true,
        (failure: unknown) => {
          tell(failure);
          return false;
        },
      );
    };
    const tell = (failure: unknown) => (refused = failure);
    try {
      const done =
        note === null
          ? await edits.save({ part: 'note', value: body }, send, tell, id)
          : await edits.save({ part: 'note_edit', note: id, value: body, before: note.body }, send, tell);
      if (done === 'failed') throw refused;
      write('');
      setId(uuidv7());
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
        onChange={(event) => write(event.target.value)}
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
