import { TextField } from '../../../ui/field.tsx';

export type OfferEndProps = {
  label: string;
  /** In ISO format; '' for none. */
  value: string;
  error: string | null;
  onChange: (value: string) => void;
};

/** When an offer ends, chosen in the time of this device. */
export function OfferEnd({ label, value, error, onChange }: OfferEndProps) {
  return (
    <TextField
      type="datetime-local"
      label={label}
      error={error}
      value={localTime(value)}
      onChange={(event) => onChange(isoTime(event.target.value))}
    />
  );
}

function localTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function isoTime(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
