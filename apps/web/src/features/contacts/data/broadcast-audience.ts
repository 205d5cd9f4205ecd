import type { CampaignAudience } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Who a new broadcast goes to, chosen on another page. Too long for an address. */
    broadcastAudience?: CampaignAudience;
  }
}

/** Opens a new broadcast to the audience; the broadcast page reads it from the state of the navigation. */
export function useBroadcastTo(): (audience: CampaignAudience) => Promise<void> {
  const navigate = useNavigate();
  return (broadcastAudience) => navigate({ to: '/broadcast', search: {}, state: { broadcastAudience } });
}
