import { useLingui } from '@lingui/react/macro';
import type { Contact, CustomField } from '@parley/contract/types';
import { useRef, useState } from 'react';
import { formatsInUse } from '../../../platform/formats.ts';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { writeDay } from '../../../ui/fields/typed-date.ts';
import { toast } from '../../../ui/toast.ts';
import { useContactCalls } from '../data/use-contact-calls.ts';
import styles from './contact-facts.module.css';
import { FactRow } from './fact-row.tsx';
import { FieldValueInput } from './field-value-input.tsx';

export type FactFieldProps = { contact: Contact; field: CustomField; edits: boolean };

/** The value of a field: read, and edited in place. Enter or leaving saves it, Escape keeps what it was. */
export function FactField({ contact, field, edits }: FactFieldProps) {
  const { t } = useLingui();
  const calls = useContactCalls();
  const words = useServerErrorMessage();
  const saved = contact.custom_fields[field.name] ?? '';
  // Null while it is only read; a value changed elsewhere does not replace what is being typed.
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  // Enter and leaving may both come while a value is on its way.
  const sending = useRef<string | null>(null);
  const save = async (next: string) => {
    if (sending.current === next) return;
    setError(null);
    if (next === saved) return setTyped(null);
    sending.current = next;
    const change =
      next.trim() === ''
        ? { operation: 'REMOVE' as const, name: field.name }
        : { operation: 'SET' as const, name: field.name, value: next };
    const done = await calls.modifyField(contact.id, change, (failure) => setError(words(failure)));
    sending.current = null;
    if (done === undefined) return;
    setTyped(null);
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
  const cancel = () => {
    setError(null);
    setTyped(null);
  };
  return (
    <FactRow
      name={field.name}
      edits={edits}
      value={saved === '' ? <span className={styles.none}>{t`Empty`}</span> : <FieldText field={field} value={saved} />}
      note={error !== null && <p className={styles.error}>{error}</p>}
      onEdit={() => setTyped(saved)}
      onKey={(key) => (key === 'Escape' ? cancel() : typed !== null && void save(typed))}
      onLeave={() => typed !== null && void save(typed)}
      editor={
        typed === null ? null : <FieldValueInput label={field.name} field={field} value={typed} onChange={setTyped} />
      }
    />
  );
}

function FieldText({ field, value }: { field: CustomField; value: string }) {
  const { t } = useLingui();
  if (field.type === 'yes_no' && (value === 'yes' || value === 'no')) return value === 'yes' ? t`Yes` : t`No`;
  if (field.type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return writeDay(value, formatsInUse().dates);
  return <bdi>{value}</bdi>;
}
