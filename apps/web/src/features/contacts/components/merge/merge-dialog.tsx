import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { useId, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { Form, FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { chooseBody, differencesOf } from '../../data/merge-choices.ts';
import { useUndoMerge } from '../../data/use-undo-merge.ts';
import styles from '../dialogs.module.css';
import { MergeChoices } from './merge-choices.tsx';

export type MergeDialogProps = {
  /** Two to 21 contacts. */
  contacts: readonly Contact[];
  /** @param staysId the contact that remains; null when nothing was merged */
  onClose: (staysId: string | null) => void;
};

/** Merges contacts: which one remains, and which values to keep where they differ. */
export function MergeDialog({ contacts, onClose }: MergeDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const words = useServerErrorMessage();
  const undo = useUndoMerge();
  // The same id for every try, so that trying again merges once.
  const [id] = useState(uuidv7);
  const [survivorId, setSurvivorId] = useState(contacts[0]?.id ?? '');
  const [choices, setChoices] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const differences = differencesOf(contacts);
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const merge_ids = contacts.filter((contact) => contact.id !== survivorId).map((contact) => contact.id);
      const choose = chooseBody(differences, survivorId, choices);
      const merge = await api('POST /api/contacts/merge', { body: { id, contact_id: survivorId, merge_ids, choose } });
      toast({ message: t`Merged into one contact`, action: { label: t`Undo`, run: () => void undo(merge.id) } });
      onClose(survivorId);
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
          <Button onClick={() => onClose(null)}>{t`Not duplicates`}</Button>
          <Button type="submit" form={formId} variant="filled" busy={busy}>{t`Merge`}</Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <p className={styles.note}>
          {t`Lists, notes, numbers and conversations are combined. Opt-outs stay in effect. You can undo the merge for 30 days.`}
        </p>
        <MergeChoices
          contacts={contacts}
          survivorId={survivorId}
          choices={choices}
          onSurvivorChange={setSurvivorId}
          onChoice={(key, contactId) => setChoices({ ...choices, [key]: contactId })}
        />
        {problem !== null && <FormError>{problem}</FormError>}
      </Form>
    </Dialog>
  );
}
