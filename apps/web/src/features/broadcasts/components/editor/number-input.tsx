import { useLingui } from '@lingui/react/macro';
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

/** A number within bounds; other text changes nothing, and says so. */
export function NumberInput({ label, value, min, max, step = 1, onChange }: Props) {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const [low, high, kept] = [i18n.number(min), i18n.number(max), i18n.number(value)];
  return (
    <Field label={label} error={wrong ? t`Enter a number from ${low} to ${high}. ${kept} stays until then.` : null}>
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
            const fits = next >= min && next <= max;
            setWrong(!fits);
            if (fits) onChange(next);
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  );
}
