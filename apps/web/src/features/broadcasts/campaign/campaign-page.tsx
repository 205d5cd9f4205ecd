import { useParams } from '@tanstack/react-router';
import { LiveScope, OnlyWith } from '../../team/public.ts';
import { CampaignScreen } from './campaign-screen.tsx';

/** `/broadcast/history/{campaign_id}`; the view and whom it shows stand in the address. */
export function CampaignPage() {
  const { campaign_id: id = '' } = useParams({ strict: false });
  return (
    <LiveScope>
      <OnlyWith right="broadcasts.use">
        <CampaignScreen key={id} id={id} />
      </OnlyWith>
    </LiveScope>
  );
}
