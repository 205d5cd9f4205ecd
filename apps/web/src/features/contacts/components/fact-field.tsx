import { useLingui } from '@lingui/react/macro';
import type { Contact, CustomField } from '@parley/contract/types';
import { formatsInUse } from '../../../platform/formats.ts';
import { writeDay } from '../../../ui/fields/typed-date.ts';
import { fieldValue } from '../data/field-value.ts';
import { useContactCalls } from '../data/use-contact-calls.ts';
import { useContactEdits } from '../data/use-contact-edits.ts';
import { EditedFact } from './edited-fact.tsx';
import { FieldValueInput } from './field-value-input.tsx';
import { WaitingFact } from './waiting-fact.tsx';

export type FactFieldProps = { contact: Contact; field: CustomField; edits: boolean };

/** The value of a custom field. */
export function FactField({ contact, field, edits }: FactFieldProps) {
  const calls = useContactCalls();
  const { entryOf, save, takeMine, discard } = useContactEdits(contact.id);
  const known = fieldValue(contact.custom_fields, field.name);
  const entry = entryOf('field', field.name);
  const saved = entry === undefined ? known : String(entry.body.value);
  return (
    <EditedFact
      contactId={contact.id}
      part={`field:${field.name}`}
      name={field.name}
      saved={saved}
      waiting={
        entry && (
          <WaitingFact
            name={field.name}
            entry={entry}
            onUseMine={() => takeMine(entry)}
            onDiscard={() => discard(entry)}
          />
        )
      }
      edits={edits}
      editor={(typed, onChange) => (
        <FieldValueInput label={field.name} field={field} value={typed} onChange={onChange} />
      )}
      onSave={(next, failed) => {
        const change =
          next.trim() === ''
            ? { operation: 'REMOVE' as const, name: field.name }
            : { operation: 'SET' as const, name: field.name, value: next };
        return save(
          { part: 'field', field: field.name, value: next, before: known },
          async (tell) => (await calls.modifyField(contact.id, change, tell)) !== undefined,
          failed,
        );
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
