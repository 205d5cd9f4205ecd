import { useLingui } from '@lingui/react/macro';
import type { Note } from '@parley/contract/types';
import { type KeyboardEvent, useRef, useState } from 'react';
import { enterAction, useEnterChoice } from '../../../platform/enter-choice.ts';
import { ApiError } from '../../../platform/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { useAccount } from '../../sync/public.ts';
import { useGrowing } from '../composer/use-growing.ts';
import { MentionList, useMentionList } from './mention-list.tsx';
import { bodyOf, insertMention, textOf } from './mention-text.ts';
import styles from './note.module.css';

/** Changes the text of a note; an @ suggests mentions as in its field. */
export function EditNoteDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const { t } = useLingui();
  const account = useAccount();
  const enter = useEnterChoice((state) => state.choice);
  const field = useRef<HTMLTextAreaElement>(null);
  const [begun] = useState(() => textOf(note.body));
  const [text, setText] = useState(begun.text);
  const [chosen, setChosen] = useState(begun.chosen);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useGrowing(field, text);
  const names = useMentionList(note.thread_id, (named, from, to) => {
    setText(insertMention(text, from, to, named.name).text);
    setChosen(chosen.some(({ id }) => id === named.id) ? chosen : [...chosen, named]);
  });
  const next = bodyOf(text.trim(), chosen);
  const blocked = next.body === '' || next.body.length > 4_000;
  const save = async () => {
    if (blocked || busy) return;
    setBusy(true);
    try {
      const call = { params: { id: note.thread_id, note_id: note.id }, body: next };
      account.store.putRows('notes', [await account.api('PUT /api/threads/{id}/notes/{note_id}', call)]);
      onClose();
    } catch (error) {
      setBusy(false);
      setProblem(error instanceof ApiError ? error.message : t`Couldn’t save the note. Try again.`);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || names.onKeyDown(event)) return;
    if (event.key !== 'Enter' || enterAction(enter, event) === 'line') return;
    event.preventDefault();
    void save();
  };
  return (
    <Dialog
      title={t`Edit note`}
      onClose={onClose}
      footer={
        <Button variant="filled" blocked={blocked} busy={busy} onClick={() => void save()}>
          {t`Save`}
        </Button>
      }
    >
      <div className={styles.editor}>
        <MentionList names={names} />
        <textarea
          ref={field}
          data-focus
          className={styles.field}
          dir="auto"
          rows={3}
          value={text}
          aria-label={t`Note`}
          {...names.fieldProps}
          onChange={({ target }) => {
            setText(target.value);
            names.look(target.value, target.selectionStart === target.selectionEnd ? target.selectionStart : null);
          }}
          onKeyDown={onKeyDown}
          onBlur={names.close}
        />
      </div>
      <FormError>{problem}</FormError>
    </Dialog>
  );
}
