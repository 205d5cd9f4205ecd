import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useRows } from '../../../sync/public.ts';
import type { CampaignAddress } from '../../data/campaign/campaign-address.ts';
import { useAudienceText } from '../../data/campaign-labels.ts';
import { figuresOf } from '../../data/campaign-rules.ts';
import styles from './campaign.module.css';
import { FailuresPanel } from './failures-panel.tsx';
import { FigureBars } from './figure-bars.tsx';
import { Recipients } from './recipients.tsx';
import { SendingLine } from './sending-line.tsx';

export type ResultViewProps = {
  campaign: Campaign;
  address: CampaignAddress;
  change: (part: Partial<CampaignAddress>) => void;
};

/** Progress, figures, failures and recipients. */
export function ResultView({ campaign, address, change }: ResultViewProps) {
  if (campaign.total === 0 && !campaign.freezing) return <NobodyMatched campaign={campaign} />;
  return (
    <>
      <SendingLine campaign={campaign} />
      <FigureBars campaign={campaign} figures={figuresOf(campaign)} address={address} change={change} />
      <FailuresPanel campaign={campaign} change={change} />
      <Recipients campaign={campaign} address={address} change={change} />
    </>
  );
}

/** The audience was empty at the start: shows what was chosen. */
export function NobodyMatched({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui();
  const audienceText = useAudienceText();
  const lists = useRows('contact_lists');
  const { named, without } = audienceText(campaign, (id) => lists.find((list) => list.id === id)?.name);
  return (
    <div className={styles.sheet}>
      <EmptyState title={t`No recipients matched at the start`}>
        <p>{t`Nothing was sent. The template needs:`}</p>
        <ul>
          {named.length === 0 && <li>{t`No recipients: no list, filter or number is selected.`}</li>}
          {named.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {without.map((line) => (
            <li key={line}>{t`Not: ${line}`}</li>
          ))}
        </ul>
      </EmptyState>
    </div>
  );
}
