import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { PriceEstimate as Estimate } from '@parley/contract/types';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { smallIcon } from '../../../../ui/icon.ts';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useCategoryName, useMoney } from '../../../reports/public.ts';
import { useCountryName } from '../../data/country-name.ts';
import styles from '../costs.module.css';

/** What the broadcast will cost by the account's rates, by country, and the budgets. @param own that of the broadcast */
export function PriceEstimate({ price, own = null }: { price: Estimate; own?: number | null }) {
  const { t, i18n } = useLingui();
  const money = useMoney();
  const days = useDateLabels();
  const categoryName = useCategoryName();
  const countryName = useCountryName();
  const { currency, low, high, delivered_percent: percent, rates_from: ratesFrom, without_rate: withoutRate } = price;
  if (currency === null) {
    return (
      <section className={styles.costs} aria-label={t`Price`}>
        <h3>{t`Price`}</h3>
        <p className={styles.quiet}>
          {t`Enter the rates you pay to see what this broadcast will cost.`}{' '}
          <Link to="/reports">{t`Open reports`}</Link>
        </p>
      </section>
    );
  }
  const range = (from: number | null, to: number | null) => {
    if (to === null) return t`No rate`;
    if (from === null || from === to) return money(to, currency);
    return t`${money(from, currency)} – ${money(to, currency)}`;
  };
  const lacking = price.by_country.filter((line) => line.high === null);
  const names = new Intl.ListFormat(i18n.locale).format(lacking.map(({ country }) => countryName(country)));
  const rateDay = ratesFrom === null ? null : days.date(`${ratesFrom}T12:00:00`);
  return (
    <section className={styles.costs} aria-label={t`Price`}>
      <h3>{t`Price`}</h3>
      <p className={styles.total}>{range(low, high)}</p>
      <p className={styles.quiet}>
        {price.sandbox && `${t`Sandbox: nothing is billed. A real number would cost this.`} `}
        {rateDay !== null && `${t`By your rates of ${rateDay}.`} `}
        {percent === null
          ? t`If all messages are delivered.`
          : t`From your usual delivery rate of ${i18n.number(percent)}% to all delivered.`}
      </p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t`Country`}</th>
              <th scope="col">{t`Recipients`}</th>
              <th scope="col">{t`Price`}</th>
            </tr>
          </thead>
          <tbody>
            {price.by_country.map((line) => (
              <tr key={`${line.country}/${line.high === null}`}>
                <th scope="row">
                  {countryName(line.country)}
                  <small>{categoryName(line.category)}</small>
                </th>
                <td>{i18n.number(line.count)}</td>
                <td>{range(line.low, line.high)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className={styles.notes}>
        {withoutRate > 0 && (
          <li>
            <IconAlertTriangle {...smallIcon} />
            <span>
              {t`${plural(withoutRate, { one: '# recipient has', other: '# recipients have' })} no rate and aren’t in the price: ${names}.`}{' '}
              <Link to="/reports">{t`Edit rates`}</Link>
            </span>
          </li>
        )}
        <BudgetNote price={price} currency={currency} />
        {own !== null && high !== null && high > own && (
          <li data-tone="warn">
            <IconAlertTriangle {...smallIcon} />
            <span>
              {price.sandbox
                ? t`With a real number it may cost more than its own budget of ${money(own, currency)}, and would pause when that is used. In the sandbox nothing is billed, and it does not pause.`
                : t`It may cost more than its own budget of ${money(own, currency)}, and pauses when that is used.`}
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}

function BudgetNote({ price: { budget, high }, currency }: { price: Estimate; currency: string }) {
  const { t, i18n } = useLingui();
  const money = useMoney();
  if (budget === null) return null;
  const [whole, used] = [money(budget.budget, currency), money(budget.used, currency)];
  const after = i18n.number((budget.used + (high ?? 0)) / budget.budget, {
    style: 'percent',
    maximumFractionDigits: 0,
  });
  const link = (
    <Link to="/settings/business" hash="broadcasts">
      {t`Budget`}
    </Link>
  );
  if (budget.state === 'within') {
    return (
      <li>
        <span className={styles.quiet}>{t`${used} of the month’s budget of ${whole} used.`}</span>
      </li>
    );
  }
  if (budget.state === 'warning') {
    return (
      <li>
        <IconAlertTriangle {...smallIcon} />
        <span>
          {t`With this broadcast, up to ${after} of the monthly budget of ${whole} is used.`} {link}
        </span>
      </li>
    );
  }
  return (
    <li data-tone={budget.start_over_budget ? 'warn' : 'bad'}>
      {budget.start_over_budget ? <IconAlertTriangle {...smallIcon} /> : <IconCircleX {...smallIcon} />}
      <span>
        {budget.start_over_budget
          ? t`This broadcast may exceed the month’s budget of ${whole}: ${used} are used. It pauses when the budget is reached.`
          : t`This broadcast may exceed the month’s budget of ${whole}: ${used} are used. It can’t start until the budget is raised.`}{' '}
        {link}
      </span>
    </li>
  );
}
