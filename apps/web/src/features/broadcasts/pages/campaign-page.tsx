import { useParams } from '@tanstack/react-router';
import { LiveScope, RequirePermission } from '../../team/public.ts';
import { CampaignScreen } from '../components/campaign/campaign-screen.tsx';

/** `/broadcast/history/{campaign_id}`; view and filters are in the URL. */
export function CampaignPage() {
  const { campaign_id: id = '' } = useParams({ strict: false });
  return (
    <LiveScope>
      <RequirePermission right="broadcasts.use">
        <CampaignScreen key={id} id={id} />
      </RequirePermission>
    </LiveScope>
  );
}
