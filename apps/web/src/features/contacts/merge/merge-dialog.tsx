import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { useId, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import { toast } from '../../../ui/toast.ts';
import styles from '../components/dialogs.module.css';
import { chooseBody, differencesOf } from './choices.ts';
import { MergeChoices } from './merge-choices.tsx';
import { useUndoMerge } from './use-undo-merge.ts';

export type MergeDialogProps = {
  /** Two to twenty-one, as they are now. */
  contacts: readonly Contact[];
  /** @param staysId who is left; null when nothing was merged */
  onClose: (staysId: string | null) => void;
};

/** Makes one contact of several: who stays, and which values where they differ. */
export function MergeDialog({ contacts, onClose }: MergeDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const words = useServerWords();
  const undo = useUndoMerge();
  // The same press again is the same merge.
  const [id] = useState(uuidv7);
  const [stays, setStays] = useState(contacts[0]?.id ?? '');
  const [choices, setChoices] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const differences = differencesOf(contacts);
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const merge_ids = contacts.filter((contact) => contact.id !== stays).map((contact) => contact.id);
      const choose = chooseBody(differences, stays, choices);
      const merge = await api('POST /api/contacts/merge', { body: { id, contact_id: stays, merge_ids, choose } });
      toast({ message: t`Merged into one contact`, action: { label: t`Undo`, run: () => void undo(merge.id) } });
      onClose(stays);
    } catch (error) {
      setBusy(false);
      setProblem(words(error));
    }
  };
  const count = contacts.length;
  return (
    <Dialog
      title={t`Merge ${plural(count, { one: '# contact', other: '# contacts' })}`}
      onClose={busy ? () => undefined : () => onClose(null)}
      footer={
        <>
          <Button onClick={() => onClose(null)}>{t`Keep them apart`}</Button>
          <Button type="submit" form={formId} variant="filled" busy={busy}>{t`Merge`}</Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <p className={styles.note}>
          {t`Lists, notes, numbers and conversations go together. Who opted out stays opted out. You can take it back for 30 days.`}
        </p>
        <MergeChoices
          contacts={contacts}
          stays={stays}
          choices={choices}
          onStays={setStays}
          onChoice={(key, contactId) => setChoices({ ...choices, [key]: contactId })}
        />
        {problem !== null && <FormError>{problem}</FormError>}
      </Form>
    </Dialog>
  );
}
