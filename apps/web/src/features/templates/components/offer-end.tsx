import { useLingui } from '@lingui/react/macro';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { TimeField } from '../../../ui/fields/time-field.tsx';
import styles from './offer-end.module.css';

export type OfferEndProps = {
  label: string;
  /** In ISO format; '' for none. */
  value: string;
  error: string | null;
  onChange: (value: string) => void;
};

/** The time of a day that was just chosen: its end. */
const endOfDay = '23:59';

/** When an offer ends, chosen in the time of this device. */
export function OfferEnd({ label, value, error, onChange }: OfferEndProps) {
  const { t } = useLingui();
  const [day, time] = localParts(value);
  const change = (nextDay: string | null, nextTime: string) =>
    onChange(nextDay === null ? '' : new Date(`${nextDay}T${nextTime}`).toISOString());
  return (
    <div className={styles.end}>
      <DateField label={label} error={error} value={day} onChange={(next) => change(next, time ?? endOfDay)} />
      {day !== null && <TimeField label={t`Time`} value={time ?? endOfDay} onChange={(next) => change(day, next)} />}
    </div>
  );
}

function localParts(iso: string): [day: string | null, time: string | null] {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return [null, null];
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
  return [local.slice(0, 10), local.slice(11, 16)];
}
