import { TextField } from '../../../../ui/field.tsx';

type Props = { label: string; value: number; min: number; max: number; onChange: (value: number) => void };

/** A whole number; what is out of range is taken as the nearest that is not. */
export function NumberField({ label, value, min, max, onChange }: Props) {
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      value={value}
      onChange={(event) => {
        const read = Math.round(Number(event.target.value));
        if (!Number.isNaN(read)) onChange(Math.min(max, Math.max(min, read)));
      }}
    />
  );
}
