import { useLingui } from '@lingui/react/macro';
import { clockChangeAt, type DayTime, dayTimeIn, momentIn } from '@parley/contract/local-time';
import { useState } from 'react';
import { DateField } from './date-field.tsx';
import styles from './moment-field.module.css';
import { TimeField } from './time-field.tsx';

export type MomentFieldProps = {
  /** An IANA name. */
  zone: string;
  at: string;
  error: string | null;
  onChange: (at: string) => void;
};

/** A day and a time in a time zone; a time that a clock change skips is named. */
export function MomentField({ zone, at, error, onChange }: MomentFieldProps) {
  const { t } = useLingui();
  const shown = dayTimeIn(zone, Date.parse(at));
  const [skipped, setSkipped] = useState<string | null>(null);
  const set = (part: Partial<DayTime>) => {
    const wanted = { ...shown, ...part };
    setSkipped(clockChangeAt(zone, wanted) === 'skipped' ? wanted.time : null);
    const next = momentIn(zone, wanted);
    if (next !== null) onChange(new Date(next).toISOString());
  };
  return (
    <div className={styles.moment}>
      <DateField
        label={t`Day`}
        value={shown.day}
        min={dayTimeIn(zone, Date.now()).day}
        error={error}
        help={zone}
        onChange={(day) => day !== null && set({ day })}
      />
      <TimeField label={t`Time`} value={shown.time} onChange={(time) => set({ time })} />
      {skipped !== null && (
        <p className={styles.quiet}>
          {t`Clocks go forward that day: ${skipped} does not exist, so ${shown.time} counts.`}
        </p>
      )}
    </div>
  );
}
