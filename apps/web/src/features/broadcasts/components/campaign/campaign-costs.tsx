import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Campaign, CampaignCosts as Costs } from '@parley/contract/types';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { differenceText, useCategoryName, useMoney } from '../../../reports/public.ts';
import { useRefusal } from '../../../team/public.ts';
import { useCampaignCosts } from '../../data/cost-queries.ts';
import { useCountryName } from '../../data/country-name.ts';
import styles from '../costs.module.css';

/** What WhatsApp billed beside what was expected; only for members who see the spend. */
export function CampaignCosts({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const isAllowed = useRefusal('account.edit') === null;
  const { data: costs, error, refetch } = useCampaignCosts(campaign.id, isAllowed);
  if (!isAllowed || (costs === undefined && error === null)) return null;
  if (costs === undefined) {
    return <ProblemState title={t`Couldn’t load the costs`} error={error} onRetry={() => void refetch()} />;
  }
  return <CostsTable costs={costs} />;
}

export function CostsTable({ costs }: { costs: Costs }) {
  const { t, i18n } = useLingui();
  const money = useMoney();
  const days = useDateLabels();
  const categoryName = useCategoryName();
  const countryName = useCountryName();
  const { currency, estimated, amount, billed, free, open, without_rate: withoutRate, rates_from: ratesFrom } = costs;
  if (costs.by_country.length === 0) return null;
  const shown = (value: number | null) => (currency === null || value === null ? '–' : money(value, currency));
  const [billedText, expectedText] = [shown(amount), shown(estimated)];
  // Of the sandbox the same statuses are counted, and nobody pays for them.
  const count = costs.sandbox
    ? t`${plural(billed, { one: '# message', other: '# messages' })}`
    : t`${plural(billed, { one: '# billed message', other: '# billed messages' })}`;
  const total = currency === null || amount === null ? count : t`${billedText} for ${count}`;
  const rateDay = ratesFrom === null ? null : days.date(`${ratesFrom}T12:00:00`);
  return (
    <section className={`${styles.costs} ${styles.page}`} aria-labelledby="costs">
      <h2 id="costs">{t`Costs`}</h2>
      <p className={styles.total}>{costs.sandbox ? t`Simulated: ${total}` : total}</p>
      <p className={styles.quiet}>
        {costs.sandbox && `${t`Sandbox: nothing is billed.`} `}
        {estimated !== null && `${t`Expected: up to ${expectedText}.`} `}
        {estimated !== null &&
          amount !== null &&
          open === 0 &&
          currency !== null &&
          `${t`Billed minus expected: ${differenceText(estimated, amount, currency)}.`} `}
        {rateDay !== null && `${t`Rates of ${rateDay}.`} `}
        {currency === null && `${t`Enter rates in the reports to see amounts.`} `}
        {withoutRate > 0 &&
          `${t`${plural(withoutRate, { one: '# message has no rate.', other: '# messages have no rate.' })}`} `}
        {free > 0 && `${t`${plural(free, { one: '# message was free.', other: '# messages were free.' })}`} `}
        {open > 0 && t`${plural(open, { one: '# message is', other: '# messages are' })} still open.`}
      </p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t`Country`}</th>
              <th scope="col">{t`Expected`}</th>
              <th scope="col">{costs.sandbox ? t`Simulated` : t`Billed`}</th>
            </tr>
          </thead>
          <tbody>
            {costs.by_country.map((line) => (
              <tr key={`${line.country}/${line.category}`}>
                <th scope="row">
                  {countryName(line.country)}
                  <small>{categoryName(line.category)}</small>
                </th>
                <td>
                  {shown(line.estimated)}
                  <small>{i18n.number(line.expected)}</small>
                </td>
                <td>
                  {shown(line.amount)}
                  <small>{i18n.number(line.billed)}</small>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
