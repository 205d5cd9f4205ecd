import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import { toast } from '../../../ui/toast.ts';
import styles from './care.module.css';
import { chooseBody, chosenOf, differencesOf } from './choices.ts';
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
  const nameOf = (contact: Contact) =>
    contact.name || contact.username || contact.phone_number || contact.phone_masked || t`No name`;
  const labels: Record<string, string> = { name: t`Name`, phone_number: t`Phone number`, username: t`Username` };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
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
      <form id={formId} onSubmit={(event) => void submit(event)}>
        <p className={styles.quiet}>
          {t`Lists, notes, numbers and conversations go together. Who opted out stays opted out. You can take it back for 30 days.`}
        </p>
        <fieldset className={styles.choices}>
          <legend>{t`Who stays`}</legend>
          {contacts.map((contact) => (
            <label key={contact.id} className={styles.choice}>
              <input
                type="radio"
                name={`${formId}-stays`}
                checked={stays === contact.id}
                onChange={() => setStays(contact.id)}
              />
              <span>
                <bdi>{nameOf(contact)}</bdi>
                <small>
                  <bdi>{contact.phone_number === null ? contact.phone_masked : `+${contact.phone_number}`}</bdi>
                </small>
              </span>
            </label>
          ))}
        </fieldset>
        {differences.map((difference) => (
          <fieldset key={difference.key} className={styles.choices}>
            <legend>{labels[difference.key] ?? difference.key.slice('custom:'.length)}</legend>
            {difference.values.map(({ contactId, value }) => (
              <label key={contactId} className={styles.choice}>
                <input
                  type="radio"
                  name={`${formId}-${difference.key}`}
                  checked={chosenOf(difference, stays, choices) === contactId}
                  onChange={() => setChoices({ ...choices, [difference.key]: contactId })}
                />
                <bdi>{value}</bdi>
              </label>
            ))}
          </fieldset>
        ))}
        {problem !== null && <FormError>{problem}</FormError>}
      </form>
    </Dialog>
  );
}
