import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { allRecipients, type CampaignAddress } from '../../data/campaign/campaign-address.ts';
import { useConversions } from '../../data/campaign/conversion-queries.ts';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import { useConversionText } from '../../data/use-conversion-text.ts';
import styles from './campaign.module.css';

type Props = {
  campaign: Campaign;
  /** The audience, which all bars are drawn against. */
  whole: number;
  address: CampaignAddress;
  change: (part: Partial<CampaignAddress>) => void;
};

/** Who converted, as the last bar of the funnel; clicking it shows them. */
export function ConvertedBar({ campaign, whole, address, change }: Props) {
  const { t, i18n } = useLingui();
  const words = useCampaignLabels();
  const goalText = useConversionText();
  const goal = campaign.schedule.conversion ?? null;
  const { data } = useConversions(campaign);
  if (goal === null || data === undefined) return null;
  const { converted, delivered } = data;
  const text = goalText(goal);
  const definition = t`Recipients who converted: ${text}. Share of those delivered.`;
  return (
    <li>
      <button
        type="button"
        className={styles.bar}
        aria-pressed={address.converted}
        data-figure="converted"
        data-tip={definition}
        onClick={() => change({ ...allRecipients, converted: !address.converted })}
      >
        <span className={styles.barName}>{t`Converted`}</span>
        <span className={styles.track} aria-hidden="true">
          <i style={{ inlineSize: `${(100 * converted) / Math.max(1, whole)}%` }} />
        </span>
        <b>{i18n.number(converted)}</b>
        <span className={styles.share}>{words.share(delivered === 0 ? null : converted / delivered)}</span>
        <span className="visually-hidden">{definition}</span>
      </button>
    </li>
  );
}
