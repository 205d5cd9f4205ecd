import type { CampaignAudience } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import type { BroadcastDraft } from './draft.ts';

/** Other initial values of the broadcast. */
export type NewBroadcastOptions = Partial<Pick<BroadcastDraft, 'template_id' | 'variables' | 'channel_id'>>;

/** Opens a new broadcast for a chosen audience; it is saved with its first change. */
export function useNewBroadcast(): (audience: CampaignAudience, options?: NewBroadcastOptions) => Promise<void> {
  const navigate = useNavigate();
  return (audience, options = {}) =>
    navigate({ to: '/broadcast', search: { step: 'audience' }, state: { broadcastStart: { audience, ...options } } });
}
