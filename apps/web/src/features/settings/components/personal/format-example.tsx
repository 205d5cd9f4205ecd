import { useLingui } from '@lingui/react/macro';
import { dateFormat } from '../../../../platform/date-format.ts';
import { formatsInUse } from '../../../../platform/formats.ts';
import { moneyText } from '../../../../platform/money-text.ts';
import styles from './format-example.module.css';

/** A date with two digits for the day, so that its order is seen. */
const moment = new Date('2026-08-31T14:05:00Z');
/** Sunday 2 January 2022. */
const aSunday = Date.UTC(2022, 0, 2);
const dayMs = 24 * 3_600_000;

/** A date, a time, a number and an amount as they are written now. */
export function FormatExample() {
  const { t, i18n } = useLingui();
  const utc = (options: Intl.DateTimeFormatOptions) => dateFormat(i18n.locale, { timeZone: 'UTC', ...options });
  const weekday = utc({ weekday: 'short' });
  const { firstWeekday } = formatsInUse();
  const week = Array.from({ length: 7 }, (_, index) => weekday.format(aSunday + (firstWeekday + index) * dayMs));
  const rows: [string, string][] = [
    [t`Date`, `${utc({ dateStyle: 'medium' }).format(moment)} · ${utc({ dateStyle: 'short' }).format(moment)}`],
    [t`Time`, utc({ hour: '2-digit', minute: '2-digit' }).format(moment)],
    [t`Number`, i18n.number(1_234_567.89)],
    [t`Amount`, moneyText(1_234.5, 'EUR')],
    [t`Week`, week.join(' ')],
  ];
  return (
    <section className={styles.example} aria-label={t`Example`}>
      <h3>{t`Example`}</h3>
      <dl>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
