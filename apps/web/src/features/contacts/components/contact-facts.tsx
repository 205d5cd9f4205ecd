import { useLingui } from '@lingui/react/macro';
import type { Contact, CustomField } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { QueryScope } from '../../../platform/query.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/checkbox.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { Field } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { PermissionNote, useRefusal } from '../../team/public.ts';
import { useFields } from '../data/contacts-data.ts';
import { useContactCalls } from '../data/use-contact-calls.ts';
import styles from './contact-facts.module.css';
import { FieldValueInput } from './field-value-input.tsx';
import { ListsField } from './form/lists-field.tsx';

export type ContactFactsProps = { contact: Contact };

/** The facts about a contact beside a conversation; each is saved on its own, at once. */
export function ContactFacts({ contact }: ContactFactsProps) {
  return (
    <QueryScope>
      <Facts contact={contact} />
    </QueryScope>
  );
}

function Facts({ contact }: ContactFactsProps) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const dayText = useDateLabels();
  const calls = useContactCalls();
  const fields = useFields();
  const edits = useRefusal('contacts.edit') === null;
  // Shown optimistically until the row comes back.
  const [lists, setLists] = useState(contact.contact_list_ids);
  useEffect(() => setLists(contact.contact_list_ids), [contact.contact_list_ids]);
  const failed = (error: unknown) => toast({ message: words(error) });
  const { id, opted_in_at: optedIn, opt_in_source: source } = contact;
  const changeLists = async (next: string[]) => {
    setLists(next);
    if ((await calls.resetLists(id, next, failed)) === undefined) setLists(contact.contact_list_ids);
    else void calls.lists(true);
  };
  const changeOptIn = (on: boolean) =>
    void calls.update(
      id,
      on ? { opted_in_at: new Date().toISOString() } : { opted_in_at: null, opt_in_source: null },
      failed,
    );
  if (!edits) return <PermissionNote right="contacts.edit" />;
  return (
    <div className={styles.facts}>
      <ListsField value={lists} error={null} onChange={(next) => void changeLists(next)} />
      <div className={styles.optIn}>
        <Switch checked={optedIn !== null} onChange={changeOptIn}>{t`Opted in to marketing`}</Switch>
        {optedIn !== null && (
          <span className={styles.quiet}>
            {dayText.date(optedIn)}
            {source !== null && (
              <>
                , <bdi>{source}</bdi>
              </>
            )}
          </span>
        )}
      </div>
      {fields.length > 0 && (
        <div className={styles.fields}>
          {fields.map((field) => (
            <FactField key={field.name} contact={contact} field={field} />
          ))}
        </div>
      )}
      <span>
        <Link to="/contacts/$id/edit" params={{ id }} className={buttonClass({ size: 'sm' })}>{t`Open contact`}</Link>
      </span>
    </div>
  );
}

/** A value that is saved on blur. */
function FactField({ contact, field }: { contact: Contact; field: CustomField }) {
  const { t } = useLingui();
  const calls = useContactCalls();
  const words = useServerErrorMessage();
  const saved = contact.custom_fields[field.name] ?? '';
  const [basis, setBasis] = useState(saved);
  const [value, setValue] = useState(saved);
  // A value changed elsewhere is shown unless the member is typing here.
  if (saved !== basis) {
    setBasis(saved);
    if (value === basis) setValue(saved);
  }
  const [error, setError] = useState<string | null>(null);
  const save = async (next: string) => {
    if (next === saved) return;
    setError(null);
    const change =
      next.trim() === ''
        ? { operation: 'REMOVE' as const, name: field.name }
        : { operation: 'SET' as const, name: field.name, value: next };
    const done = await calls.modifyField(contact.id, change, (failure) => setError(words(failure)));
    if (done === undefined) return;
    toast({
      message: t`${field.name} is saved.`,
      action: {
        label: t`Undo`,
        run: () =>
          void calls.modifyField(
            contact.id,
            saved === ''
              ? { operation: 'REMOVE', name: field.name }
              : { operation: 'SET', name: field.name, value: saved },
          ),
      },
    });
  };
  return (
    <Field label={field.name} error={error}>
      {(ties) => (
        <FieldValueInput ties={ties} field={field} value={value} onChange={setValue} onLeave={() => void save(value)} />
      )}
    </Field>
  );
}
