import { useLingui } from '@lingui/react/macro';
import type { AbResult, Campaign } from '@parley/contract/types';
import { useActorName } from '../../../contacts/public.ts';
import {
  abFigures,
  type Comparison,
  compareShares,
  figureOfRule,
  variantFigures,
} from '../../data/campaign/ab-rules.ts';
import { allRecipients, type CampaignAddress } from '../../data/campaign/campaign-address.ts';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import { useWinnerReason } from '../../data/use-ab-labels.ts';
import abStyles from './ab-result.module.css';
import styles from './campaign.module.css';

type Props = { campaign: Campaign; result: AbResult; change: (part: Partial<CampaignAddress>) => void };

/** Both variants of an A/B test side by side, and who won. */
export function AbResultView({ campaign, result, change }: Props) {
  const { t, i18n } = useLingui();
  const words = useCampaignLabels();
  const actorName = useActorName();
  const reason = useWinnerReason();
  const { ab_test: test } = campaign;
  if (test === null) return null;
  const [a, b] = [variantFigures(result, 'A'), variantFigures(result, 'B')];
  const decided = reason(result, test.winner, actorName(result.chosen_by ?? ''));
  const hasRest = a.rest + b.rest > 0;
  const head = (variant: 'A' | 'B', name: string) => (
    <th scope="col" key={variant} data-winner={result.winner === variant || undefined}>
      <button type="button" onClick={() => change({ ...allRecipients, variant })}>
        {variant === 'A' ? t`Variant A` : t`Variant B`}
      </button>
      <span>
        <bdi>{name}</bdi>
        {result.winner === variant && ` · ${t`Winner`}`}
      </span>
    </th>
  );
  return (
    <section className={abStyles.test} aria-labelledby="ab-test">
      <h2 id="ab-test">{t`A/B test`}</h2>
      <p className={styles.quiet}>
        {decided ?? (test.percent === 50 ? t`Half of the recipients got each variant.` : t`Not decided yet.`)}{' '}
        <Verdict campaign={campaign} result={result} />
      </p>
      <div className={abStyles.scroll}>
        <table className={abStyles.table}>
          <thead>
            <tr>
              <th scope="col">{t`Recipients of the test`}</th>
              {head('A', campaign.template?.name ?? '')}
              {head('B', campaign.ab_template?.name ?? '')}
              <th scope="col">{t`Difference`}</th>
            </tr>
          </thead>
          <tbody>
            {abFigures.map((figure) => {
              const compared = compareShares(a[figure], a.sent, b[figure], b.sent);
              const isShare = figure !== 'sent';
              return (
                <tr key={figure}>
                  <th scope="row">{words.figure[figure]}</th>
                  <td>
                    {i18n.number(a[figure])} {isShare && <span>{words.share(compared.a)}</span>}
                  </td>
                  <td>
                    {i18n.number(b[figure])} {isShare && <span>{words.share(compared.b)}</span>}
                  </td>
                  <td>{isShare && <Difference compared={compared} />}</td>
                </tr>
              );
            })}
            {hasRest && (
              <tr>
                <th scope="row">{t`Sent to the rest`}</th>
                <td>{i18n.number(a.rest)}</td>
                <td>{i18n.number(b.rest)}</td>
                <td />
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** How far B is from A, and whether chance explains it. */
function Difference({ compared: { a, b, verdict } }: { compared: Comparison }) {
  const { t, i18n } = useLingui();
  if (a === null || b === null) return '–';
  const points = i18n.number((b - a) * 100, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const words = {
    too_few: t`not enough data`,
    equal: t`equal`,
    chance: t`not significant`,
    more_than_chance: t`significant`,
  };
  return (
    <>
      {t`${points} points`} <span>{words[verdict]}</span>
    </>
  );
}

/** In one sentence: how both did by the rate that decides. */
function Verdict({ campaign, result }: { campaign: Campaign; result: AbResult }) {
  const { t } = useLingui();
  const words = useCampaignLabels();
  const rule = campaign.ab_test?.winner ?? 'ask';
  const figure = figureOfRule(rule);
  const decided = result.decided_with;
  if (figure === null || decided === null) return null;
  const { a, a_of: aOf, b, b_of: bOf } = decided;
  const compared = compareShares(a, aOf, b, bOf);
  const [rateA, rateB] = [words.share(compared.a), words.share(compared.b)];
  const name = words.figure[figure];
  const rates = t`${name} when it was decided: A ${rateA}, B ${rateB}.`;
  const said = {
    too_few: t`Not enough results to tell which one is better.`,
    equal: '',
    chance: t`The difference is not statistically significant.`,
    more_than_chance: t`The difference is statistically significant (95% confidence).`,
  };
  return `${rates} ${said[compared.verdict]}`;
}
