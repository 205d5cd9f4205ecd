import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useRows } from '../../../sync/public.ts';
import { type CampaignAddress, recipientsQuery } from '../../data/campaign/campaign-address.ts';
import { useAudienceText } from '../../data/campaign-labels.ts';
import { figuresOf } from '../../data/campaign-rules.ts';
import { AbResultView } from './ab-result.tsx';
import styles from './campaign.module.css';
import { CampaignChartView } from './campaign-chart.tsx';
import { CampaignCosts } from './campaign-costs.tsx';
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
  if (campaign.total === 0 && !campaign.preparing) return <NobodyMatched campaign={campaign} />;
  const isFiltered = Object.keys(recipientsQuery(address)).length > 0;
  return (
    <>
      <SendingLine campaign={campaign} />
      <FigureBars campaign={campaign} figures={figuresOf(campaign)} address={address} change={change} />
      {campaign.ab_result !== null && <AbResultView campaign={campaign} result={campaign.ab_result} change={change} />}
      {/* Recipients that were chosen or searched follow the figures. */}
      {!isFiltered && <CampaignChartView campaign={campaign} />}
      {!isFiltered && <CampaignCosts campaign={campaign} />}
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
            <li key={line}>{t`Excluding ${line}`}</li>
          ))}
        </ul>
      </EmptyState>
    </div>
  );
}
