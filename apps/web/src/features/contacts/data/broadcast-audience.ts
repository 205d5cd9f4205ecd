import type { Campaign, CampaignAudience } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How a new broadcast begins that is made on another page. Too long for an address. */
    broadcastStart?: BroadcastStart;
  }
}

/** Who it goes to, and what else is known of it. */
export type BroadcastStart = { audience: CampaignAudience } & Partial<
  Pick<Campaign, 'channel_id' | 'template_id' | 'variables'>
>;

/** Opens a new broadcast to the audience; the broadcast page reads it from the state of the navigation. */
export function useBroadcastTo(): (audience: CampaignAudience) => Promise<void> {
  const navigate = useNavigate();
  return (audience) =>
    navigate({ to: '/broadcast', search: { step: 'audience' }, state: { broadcastStart: { audience } } });
}
