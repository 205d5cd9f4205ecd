import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import { type FigureId, figureIds, figuresOf, shareOf } from '../../data/campaign-rules.ts';
import { CampaignStatusBadge } from '../campaign-status.tsx';
import styles from './compare-dialog.module.css';

/** Figures where more is worse; none is marked as the better one. */
const moreIsBetter: readonly FigureId[] = ['delivered', 'read', 'tapped', 'replied'];

/** Compares the rates of two broadcasts. */
export function CompareDialog({ pair, onClose }: { pair: readonly [Campaign, Campaign]; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const words = useCampaignLabels();
  const sides = pair.map((campaign) => ({ campaign, figures: figuresOf(campaign) }));
  return (
    <Dialog
      size="lg"
      title={t`Compare two broadcasts`}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {sides.map(({ campaign }) => (
              <th key={campaign.id} scope="col">
                <bdi className={styles.name}>{campaign.name}</bdi>
                <CampaignStatusBadge campaign={campaign} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figureIds.map((figure) => {
            const shares = sides.map(({ figures }) => shareOf(figures, figure));
            const [one, other] = shares;
            const differ = one != null && other != null && one !== other && moreIsBetter.includes(figure);
            return (
              <tr key={figure}>
                <th scope="row" data-tip={words.definition[figure]}>
                  {words.figure[figure]}
                </th>
                {sides.map(({ campaign, figures }, side) => (
                  <td key={campaign.id} data-ahead={(differ && shares[side] === Math.max(one, other)) || undefined}>
                    <b>{shares[side] == null ? i18n.number(figures[figure]) : words.share(shares[side] ?? null)}</b>
                    {shares[side] != null && <span className={styles.count}>{i18n.number(figures[figure])}</span>}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={styles.note}>
        {t`Excluded, queued and sent are shares of the audience; the others are shares of the messages sent.`}
      </p>
    </Dialog>
  );
}
