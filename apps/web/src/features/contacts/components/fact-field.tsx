import { useLingui } from '@lingui/react/macro';
import type { Contact, CustomField } from '@parley/contract/types';
import { formatsInUse } from '../../../platform/formats.ts';
import { writeDay } from '../../../ui/fields/typed-date.ts';
import { fieldValue } from '../data/field-value.ts';
import { useContactCalls } from '../data/use-contact-calls.ts';
import { EditedFact } from './edited-fact.tsx';
import { FieldValueInput } from './field-value-input.tsx';

export type FactFieldProps = { contact: Contact; field: CustomField; edits: boolean };

/** The value of a custom field. */
export function FactField({ contact, field, edits }: FactFieldProps) {
  const calls = useContactCalls();
  const saved = fieldValue(contact.custom_fields, field.name);
  return (
    <EditedFact
      name={field.name}
      saved={saved}
      edits={edits}
      editor={(typed, onChange) => (
        <FieldValueInput label={field.name} field={field} value={typed} onChange={onChange} />
      )}
      onSave={async (next, failed) => {
        const change =
          next.trim() === ''
            ? { operation: 'REMOVE' as const, name: field.name }
            : { operation: 'SET' as const, name: field.name, value: next };
        return (await calls.modifyField(contact.id, change, failed)) !== undefined;
      }}
    >
      <FieldText field={field} value={saved} />
    </EditedFact>
  );
}

function FieldText({ field, value }: { field: CustomField; value: string }) {
  const { t } = useLingui();
  if (field.type === 'yes_no' && (value === 'yes' || value === 'no')) return value === 'yes' ? t`Yes` : t`No`;
  if (field.type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return writeDay(value, formatsInUse().dates);
  return <bdi>{value}</bdi>;
}
