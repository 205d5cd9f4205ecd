import { useLingui } from '@lingui/react/macro';
import type { CustomField } from '@parley/contract/types';
import { type ControlTies, inputClass } from '../../../ui/field.tsx';

export type FieldValueInputProps = {
  field: Pick<CustomField, 'name' | 'type' | 'choices'>;
  value: string;
  onChange: (value: string) => void;
  ties?: ControlTies;
  /** The accessible name, where there is no label. */
  label?: string;
  onLeave?: () => void;
};

/** The input of a custom field's value, by the field's type; the server validates it. */
export function FieldValueInput({ field, value, onChange, ties, label, onLeave }: FieldValueInputProps) {
  const { t } = useLingui();
  const choices = field.type === 'yes_no' ? ['yes', 'no'] : field.type === 'choice' ? field.choices : null;
  const shared = { ...ties, 'aria-label': label, className: inputClass(), value, onBlur: onLeave };
  if (choices !== null) {
    const words: Record<string, string> = { yes: t`Yes`, no: t`No` };
    return (
      <select {...shared} onChange={(event) => onChange(event.target.value)}>
        <option value="">–</option>
        {/* A value that is no longer a choice stays until another is chosen. */}
        {value !== '' && !choices.includes(value) && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {field.type === 'yes_no' ? words[choice] : choice}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...shared}
      type={field.type === 'date' && /^(\d{4}-\d{2}-\d{2})?$/.test(value) ? 'date' : 'text'}
      inputMode={field.type === 'number' ? 'decimal' : undefined}
      dir="auto"
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
