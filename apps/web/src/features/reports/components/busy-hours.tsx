import { useLingui } from '@lingui/react/macro';
import type { Report } from '@parley/contract/types';
import { useReportLabels } from '../data/use-report-labels.ts';
import { Figure, reachable } from './figure.tsx';
import styles from './reports.module.css';

const levels = [0, 1, 2, 3, 4] as const;

/** Hours without messages at both ends of the day are left out, but at least twelve are shown. */
export function shownHours(received: Report['busy']['received']): number[] {
  const used = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
    received.some((day) => (day[hour] ?? 0) > 0),
  );
  let [first, last] = [Math.min(8, ...used), Math.max(19, ...used)];
  if (used.length === 0) [first, last] = [8, 19];
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

/** Average messages received by weekday and hour, as a table with a ground for each level. */
export function BusyHours({ report }: { report: Report }) {
  const { t, i18n } = useLingui();
  const { weekday, hour: hourText } = useReportLabels();
  const { received, days } = report.busy;
  const average = (day: number, hour: number) => (received[day]?.[hour] ?? 0) / Math.max(1, days[day] ?? 0);
  const hours = shownHours(received);
  const most = Math.max(...received.flatMap((_, day) => hours.map((hour) => average(day, hour))));
  const text = (value: number) => i18n.number(value, { maximumFractionDigits: value < 1 ? 1 : 0 });
  const level = (value: number) => (value === 0 || most === 0 ? 0 : Math.min(4, 1 + Math.floor((value / most) * 4)));
  // As "12 PM" in some languages and 23 in others: a head stays in one line, the figure scrolls.
  const widest = Math.max(2, ...hours.map((hour) => hourText(hour).length));
  const title = t`Busiest hours`;
  return (
    <Figure
      id="busy"
      title={title}
      note={t`Average messages received`}
      legend={
        <span className={styles.levels}>
          0
          {levels.map((one) => (
            <i key={one} data-level={one} aria-hidden="true" />
          ))}
          {text(most)}
        </span>
      }
    >
      <div className={styles.scroll} {...reachable}>
        <table
          className={styles.heat}
          aria-label={title}
          style={{ minInlineSize: `calc(34px + ${hours.length} * ${widest + 0.5}ch)` }}
        >
          <thead>
            <tr>
              <td />
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {hourText(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {received.map((_, day) => (
              <tr key={weekday(day)}>
                <th scope="row">{weekday(day)}</th>
                {hours.map((hour) => {
                  const value = average(day, hour);
                  return (
                    <td key={hour} data-level={level(value)}>
                      {text(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Figure>
  );
}
