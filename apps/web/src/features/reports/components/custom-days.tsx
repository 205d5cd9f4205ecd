import { useLingui } from '@lingui/react/macro';
import { longestReport } from '@parley/contract/reports';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import styles from './reports.module.css';

const dayMs = 86_400_000;

export type CustomDaysProps = { from: string; to: string; onChoose: (from: string, to: string) => void };

/** First and last day of a period of one's own. */
export function CustomDays({ from, to, onChoose }: CustomDaysProps) {
  const { t } = useLingui();
  const [first, setFirst] = useState<string | null>(from);
  const [last, setLast] = useState<string | null>(to);
  const both = first !== null && last !== null;
  const error =
    both && last < first
      ? t`The last day is before the first.`
      : both && (Date.parse(last) - Date.parse(first)) / dayMs >= longestReport
        ? t`At most ${longestReport} days.`
        : null;
  return (
    <form
      className={styles.days}
      onSubmit={(event) => {
        event.preventDefault();
        if (both && error === null) onChoose(first, last);
      }}
    >
      <span className={styles.day}>
        <DateField label={t`First day`} value={first} onChange={setFirst} />
      </span>
      <span className={styles.day}>
        <DateField label={t`Last day`} value={last} onChange={setLast} error={error} />
      </span>
      <Button type="submit" disabled={!both || error !== null}>{t`Show`}</Button>
    </form>
  );
}
