import { useLingui } from '@lingui/react/macro';
import type { CampaignAudience, Channel } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { uuidv7 } from '../../../platform/id.ts';
import { useRows } from '../../sync/public.ts';
import { usualChannel } from './broadcast-start.ts';
import { type BroadcastDraft, defaultName, freshDraft } from './draft.ts';
import { keepDraft } from './kept-draft.ts';
import { useDay } from './use-words.ts';

/** What else is known of a broadcast when it begins. */
export type BegunWith = Partial<Pick<BroadcastDraft, 'template_id' | 'variables'>> & { channel?: Channel };

/** Begins a broadcast to an audience that is chosen already, and opens it; without a number to send from, its page says so. */
export function useNewBroadcast(): (audience: CampaignAudience, begun?: BegunWith) => Promise<void> {
  const { t } = useLingui();
  const navigate = useNavigate();
  const channels: readonly Channel[] = useRows('channels');
  const day = useDay();
  return async (audience, { channel: chosen, ...parts } = {}) => {
    const own = channels.filter(({ kind }) => kind === 'WHATSAPP');
    const channel = own.find(({ id }) => id === chosen?.id) ?? usualChannel(own);
    if (channel === undefined) return navigate({ to: '/broadcast', search: {} });
    const id = uuidv7();
    const draft = { ...freshDraft(defaultName(t`Broadcast`, day(Date.now())), channel), ...parts, audience };
    // The page tells the server, as of every draft that this device knows and the server does not.
    keepDraft(id, { draft, base: null });
    await navigate({ to: '/broadcast', search: { id, step: 'audience' } });
  };
}
