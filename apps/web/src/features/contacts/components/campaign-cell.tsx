import { useLingui } from '@lingui/react/macro';
import type { ContactCampaign } from '@parley/contract/types';
import { useDayWords } from '../use-day-words.ts';
import { CampaignResult } from './campaign-result.tsx';
import styles from './contact-cells.module.css';

/** What became of the last broadcast somebody was sent, and which it was. */
export function CampaignCell({ campaign }: { campaign: ContactCampaign | null }) {
  const { t } = useLingui();
  const words = useDayWords();
  if (campaign === null) return <span className={styles.quiet}>–</span>;
  return (
    <span className={styles.marked} title={t`${campaign.name}, ${words.exact(campaign.at)}`}>
      <CampaignResult state={campaign.state} />
      <bdi className={styles.name}>{campaign.name}</bdi>
    </span>
  );
}
