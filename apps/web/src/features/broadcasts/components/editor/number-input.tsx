import { useState } from 'react';
import { Field, inputClass } from '../../../../ui/field.tsx';
import styles from './editor.module.css';

type Props = {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  onChange: (value: number) => void;
};

/** A number within bounds; invalid text while typing changes nothing. */
export function NumberInput({ label, value, min, max, step = 1, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field label={label}>
      {(ties) => (
        <input
          {...ties}
          type="number"
          className={`${inputClass()} ${styles.small}`}
          min={min}
          max={max}
          step={step}
          value={typed ?? value}
          onChange={(event) => {
            setTyped(event.target.value);
            const next = Math.round(event.target.valueAsNumber / step) * step;
            if (next >= min && next <= max) onChange(next);
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  );
}
