import { useLingui } from '@lingui/react/macro';
import type { CustomField } from '@parley/contract/types';
import { type ControlTies, inputClass } from '../../../ui/field.tsx';
import { DateInput } from '../../../ui/fields/date-field.tsx';
import { Select } from '../../../ui/select.tsx';

export type FieldValueInputProps = {
  field: Pick<CustomField, 'name' | 'type' | 'choices'>;
  value: string;
  onChange: (value: string) => void;
  ties?: ControlTies;
  /** The accessible name, where there is no label. */
  label?: string;
};

/** The input of a custom field's value, by the field's type; the server validates it. */
export function FieldValueInput({ field, value, onChange, ties, label }: FieldValueInputProps) {
  const { t } = useLingui();
  const choices = field.type === 'yes_no' ? ['yes', 'no'] : field.type === 'choice' ? field.choices : null;
  const shared = { ...ties, 'aria-label': label, value };
  if (choices !== null) {
    const words: Record<string, string> = { yes: t`Yes`, no: t`No` };
    return (
      <Select {...shared} onChange={(event) => onChange(event.target.value)}>
        <option value="">–</option>
        {/* A value that is no longer a choice stays until another is chosen. */}
        {value !== '' && !choices.includes(value) && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {field.type === 'yes_no' ? words[choice] : choice}
          </option>
        ))}
      </Select>
    );
  }
  if (field.type === 'date' && /^(\d{4}-\d{2}-\d{2})?$/.test(value)) {
    return (
      <DateInput
        ties={ties}
        label={label ?? field.name}
        value={value === '' ? null : value}
        onChange={(day) => onChange(day ?? '')}
      />
    );
  }
  return (
    <input
      {...shared}
      className={inputClass()}
      inputMode={field.type === 'number' ? 'decimal' : undefined}
      dir="auto"
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
