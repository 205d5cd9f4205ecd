import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Report } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useCategoryName } from '../data/rate-categories.ts';
import { useReportLabels } from '../data/use-report-labels.ts';
import { Figure } from './figure.tsx';
import { NumberTable } from './number-table.tsx';
import { RatesDialog } from './rates-dialog.tsx';
import styles from './reports.module.css';

type Spend = NonNullable<Report['spend']>;

export type SpendFigureProps = { spend: Spend; today: string; editsRates: boolean };

/** What WhatsApp billed by category, and the rates by which it is computed. */
export function SpendFigure({ spend, today, editsRates }: SpendFigureProps) {
  const { t } = useLingui();
  const { number, percent, span, money } = useReportLabels();
  const categoryName = useCategoryName();
  const [open, setOpen] = useState(false);
  const { currency, amount, billed, free, without_rate: withoutRate, rates_from: ratesFrom } = spend;
  const total = currency === null || amount === null ? null : money(amount, currency);
  const count = t`${plural(billed, { one: '# billed message', other: '# billed messages' })}`;
  const most = Math.max(1e-9, ...spend.by_category.map((row) => row.amount ?? 0));
  const mostBilled = Math.max(1, ...spend.by_category.map((row) => row.billed));
  return (
    <Figure
      id="spend"
      title={t`Spend`}
      note={total === null ? count : t`${total} for ${count}`}
      legend={
        editsRates && (
          <Button size="sm" onClick={() => setOpen(true)}>
            {currency === null ? t`Enter rates` : t`Edit rates`}
          </Button>
        )
      }
    >
      <table className={styles.bands}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t`Category`}</th>
            <th scope="col">{t`Share`}</th>
            <th scope="col">{t`Spend`}</th>
            <th scope="col">{t`Percent`}</th>
          </tr>
        </thead>
        <tbody>
          {spend.by_category.map((row) => {
            const size = total === null ? row.billed / mostBilled : (row.amount ?? 0) / most;
            const whole = total === null ? row.billed / billed : (row.amount ?? 0) / (amount || 1);
            return (
              <tr key={row.category}>
                <th scope="row">{categoryName(row.category)}</th>
                <td aria-hidden="true">
                  <i style={{ inlineSize: `${100 * size}%` }} />
                </td>
                <td>
                  <b>
                    {total === null || currency === null
                      ? number(row.billed)
                      : row.amount === null
                        ? '–'
                        : money(row.amount, currency)}
                  </b>
                </td>
                <td>{percent(whole)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {billed === 0 && <p className={styles.under}>{t`WhatsApp billed no messages in this period.`}</p>}
      <p className={styles.under}>
        {ratesFrom !== null && t`Rates of ${span(ratesFrom, ratesFrom)}.`}{' '}
        {withoutRate > 0 &&
          t`${plural(withoutRate, { one: '# message has no rate.', other: '# messages have no rate.' })}`}{' '}
        {free > 0 && t`${plural(free, { one: '# message was free.', other: '# messages were free.' })}`}
      </p>
      {open && <RatesDialog today={today} onClose={() => setOpen(false)} />}
    </Figure>
  );
}

/** The spend by month, and by channel where there are several. */
export function SpendTable({ spend, by }: { spend: Spend; by: 'month' | 'channel' }) {
  const { t } = useLingui();
  const { number, start, money } = useReportLabels();
  const { currency } = spend;
  const title = by === 'month' ? t`Spend by month` : t`Spend by channel`;
  const rows =
    by === 'month'
      ? spend.by_month.map((row) => ({ ...row, key: row.month, name: start(row.month, 'month') }))
      : spend.by_channel.map((row) => ({ ...row, key: row.id }));
  return (
    <Figure title={title}>
      <NumberTable
        label={title}
        heads={[by === 'month' ? t`Month` : t`Channel`, t`Billed messages`, t`Spend`]}
        rows={rows.map(({ key, name, billed, amount }) => ({
          ...{ key, name },
          cells: [number(billed), currency === null || amount === null ? '–' : money(amount, currency)],
        }))}
      />
    </Figure>
  );
}
