import { Field, type FieldFrameProps, inputClass } from '../../../../ui/field.tsx';
import styles from './import.module.css';

export type ChoiceFieldProps<T extends string> = FieldFrameProps & {
  choices: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
};

/** A native select for a few choices. */
export function ChoiceField<T extends string>({ choices, value, onChange, ...frame }: ChoiceFieldProps<T>) {
  return (
    <Field {...frame}>
      {(ties) => (
        <select
          {...ties}
          className={`${inputClass()} ${styles.select}`}
          value={value}
          onChange={(event) => {
            const chosen = choices.find((choice) => choice.value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
