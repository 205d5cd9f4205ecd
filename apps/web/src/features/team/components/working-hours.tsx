import { useLingui } from '@lingui/react/macro';
import type { TeamMember } from '@parley/contract/types';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { inputClass } from '../../../ui/field.tsx';
import styles from './working-hours.module.css';

type Hours = TeamMember['working_hours'];

/** When somebody works, day by day; a day may have several spans. */
export function WorkingHours({ value, onChange }: { value: Hours; onChange: (hours: Hours) => void }) {
  const { t, i18n } = useLingui();
  const names = new Intl.DateTimeFormat(i18n.locale, { weekday: 'long', timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  const nameOf = (day: number) => names.format(Date.UTC(2024, 0, day));
  const change = (at: number, part: Partial<Hours[number]>) =>
    onChange(value.map((span, index) => (index === at ? { ...span, ...part } : span)));
  return (
    <fieldset className={styles.hours}>
      <legend>{t`Working hours`}</legend>
      {[1, 2, 3, 4, 5, 6, 7].map((day) => {
        const spans = value.flatMap((span, index) => (span.day === day ? [{ ...span, index }] : []));
        return (
          <div key={day} className={styles.day}>
            <Checkbox
              checked={spans.length > 0}
              onChange={(event) =>
                onChange(
                  event.target.checked
                    ? [...value, { day, from: '09:00', to: '17:00' }]
                    : value.filter((span) => span.day !== day),
                )
              }
            >
              {nameOf(day)}
            </Checkbox>
            <span className={styles.spans}>
              {spans.map(({ index, from, to }) => (
                <span key={index} className={styles.span}>
                  <input
                    type="time"
                    required
                    className={inputClass()}
                    aria-label={t`${nameOf(day)} from`}
                    value={from}
                    onChange={(event) => event.target.value && change(index, { from: event.target.value })}
                  />
                  <span aria-hidden="true">–</span>
                  <input
                    type="time"
                    required
                    className={inputClass()}
                    aria-label={t`${nameOf(day)} to`}
                    value={to}
                    onChange={(event) => event.target.value && change(index, { to: event.target.value })}
                  />
                </span>
              ))}
              {spans.length === 0 && <span className={styles.off}>{t`not said`}</span>}
            </span>
          </div>
        );
      })}
    </fieldset>
  );
}
