import { useLingui } from '@lingui/react/macro';
import { isOvernight, weekdays } from '@parley/contract/opening';
import type { OpeningRange, Weekday, WorkingHours } from '@parley/contract/types';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { TimeInput } from '../fields/time-field.tsx';
import { smallIcon } from '../icon.ts';
import { IconButton } from '../icon-button.tsx';
import styles from './hours.module.css';
import { nextRange } from './hours-draft.ts';

type Days = WorkingHours['days'];
type Errors = Readonly<Record<string, string>>;

/** A Monday. */
const mondayMs = Date.UTC(2026, 10, 23);

type WeekTableProps = {
  days: Days;
  errors: Errors;
  /** How many times a day may have. */
  most?: number;
  onChange: (days: Days) => void;
};

/** The days of a week with their hours. */
export function WeekTable({ days, errors, most = 6, onChange }: WeekTableProps) {
  const { i18n } = useLingui();
  const name = new Intl.DateTimeFormat(i18n.locale, { weekday: 'long', timeZone: 'UTC' });
  return (
    <ul className={styles.week}>
      {weekdays.map((day, index) => (
        <Day
          key={day}
          day={day}
          name={name.format(mondayMs + index * 86_400_000)}
          ranges={days[day]}
          errors={errors}
          most={most}
          onChange={(ranges) => onChange({ ...days, [day]: ranges })}
        />
      ))}
    </ul>
  );
}

type DayProps = {
  day: Weekday;
  name: string;
  ranges: readonly OpeningRange[];
  errors: Errors;
  most: number;
  onChange: (ranges: OpeningRange[]) => void;
};

function Day({ day, name, ranges, errors, most, onChange }: DayProps) {
  const { t } = useLingui();
  const id = useId();
  const set = (at: string, part: Partial<OpeningRange>) =>
    onChange(ranges.map((range, index) => (String(index) === at ? { ...range, ...part } : range)));
  return (
    <li>
      <fieldset className={styles.day} aria-labelledby={id}>
        <b id={id}>{name}</b>
        <div className={styles.ranges}>
          {ranges.length === 0 && <span className={styles.closed}>{t`Closed`}</span>}
          {Object.entries(ranges).map(([at, range]) => (
            <div key={at} className={styles.range}>
              <Clock
                label={t`${name}, from`}
                value={range.from}
                error={errors[`days.${day}.${at}.from`]}
                onChange={(from) => set(at, { from })}
              />
              <span aria-hidden="true">–</span>
              <Clock
                endsDay
                label={t`${name}, until`}
                value={range.to}
                error={errors[`days.${day}.${at}.to`]}
                onChange={(to) => set(at, { to })}
              />
              {isOvernight(range) && <span className={styles.nextDay}>{t`next day`}</span>}
              <IconButton
                size="sm"
                label={t`Remove these hours from ${name}`}
                onClick={() => onChange(ranges.filter((_, index) => String(index) !== at))}
              >
                <IconX {...smallIcon} />
              </IconButton>
            </div>
          ))}
        </div>
        {ranges.length < most && (
          <IconButton
            size="sm"
            label={t`Add hours on ${name}`}
            onClick={() => onChange([...ranges, nextRange(ranges)])}
          >
            <IconPlus {...smallIcon} />
          </IconButton>
        )}
      </fieldset>
    </li>
  );
}

type ClockProps = {
  label: string;
  value: string;
  error: string | undefined;
  endsDay?: boolean;
  onChange: (value: string) => void;
};

/** A time of day with its error. */
function Clock({ label, value, error, endsDay, onChange }: ClockProps) {
  const id = useId();
  return (
    <span className={styles.clock}>
      <TimeInput
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        endsDay={endsDay}
        value={value}
        onChange={onChange}
      />
      {error && (
        <span id={id} className={styles.error}>
          {error}
        </span>
      )}
    </span>
  );
}
