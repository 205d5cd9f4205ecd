import { useLingui } from '@lingui/react/macro';
import type { ContactCampaign } from '@parley/contract/types';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { CampaignResult } from './campaign-result.tsx';
import styles from './contact-cells.module.css';

/** The last broadcast of a contact and its result. */
export function CampaignCell({ campaign }: { campaign: ContactCampaign | null }) {
  const { t } = useLingui();
  const words = useDateLabels();
  if (campaign === null) return <span className={styles.quiet}>–</span>;
  return (
    <span className={styles.marked} title={t`${campaign.name}, ${words.exact(campaign.at)}`}>
      <CampaignResult state={campaign.state} />
      <bdi className={styles.name}>{campaign.name}</bdi>
    </span>
  );
}
