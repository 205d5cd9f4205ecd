import { useLingui } from '@lingui/react/macro';
import type { WorkingHours } from '@parley/contract/types';
import { IconX } from '@tabler/icons-react';
import { Button } from '../button.tsx';
import { TextField } from '../field.tsx';
import { DateField } from '../fields/date-field.tsx';
import { smallIcon } from '../icon.ts';
import { IconButton } from '../icon-button.tsx';
import styles from './hours.module.css';

type Holidays = WorkingHours['holidays'];
type HolidayListProps = {
  holidays: Holidays;
  errors: Readonly<Record<string, string>>;
  onChange: (holidays: Holidays) => void;
};

/** Days that are closed regardless of the weekly hours. */
export function HolidayList({ holidays, errors, onChange }: HolidayListProps) {
  const { t } = useLingui();
  const set = (at: string, part: Partial<Holidays[number]>) =>
    onChange(holidays.map((holiday, index) => (String(index) === at ? { ...holiday, ...part } : holiday)));
  return (
    <section className={styles.section}>
      <h3>{t`Holidays`}</h3>
      {holidays.length === 0 && <p className={styles.quiet}>{t`Closed all day on the days you add here.`}</p>}
      {Object.entries(holidays).map(([at, holiday]) => (
        <div key={at} className={styles.holiday}>
          <DateField
            label={t`Day`}
            value={holiday.date === '' ? null : holiday.date}
            error={errors[`holidays.${at}.date`] ?? null}
            onChange={(date) => set(at, { date: date ?? '' })}
          />
          <TextField
            label={t`Purpose`}
            note={t`optional`}
            maxLength={200}
            value={holiday.name}
            error={errors[`holidays.${at}.name`] ?? null}
            onChange={(event) => set(at, { name: event.target.value })}
          />
          <IconButton
            label={t`Remove this day`}
            onClick={() => onChange(holidays.filter((_, index) => String(index) !== at))}
          >
            <IconX {...smallIcon} />
          </IconButton>
        </div>
      ))}
      <p>
        <Button onClick={() => onChange([...holidays, { date: '', name: '' }])}>{t`Add a holiday`}</Button>
      </p>
    </section>
  );
}
