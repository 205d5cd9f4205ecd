import { useLingui } from '@lingui/react/macro';
import type { CampaignAudience, Channel } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { uuidv7 } from '../../../../platform/id.ts';
import { useRows } from '../../../sync/public.ts';
import { defaultChannel } from './default-channel.ts';
import { type BroadcastDraft, defaultName, newDraft } from './draft.ts';
import { saveLocalDraft } from './local-draft.ts';
import { useDay } from './use-editor-text.ts';

/** Other initial values of the broadcast. */
export type NewBroadcastOptions = Partial<Pick<BroadcastDraft, 'template_id' | 'variables'>> & {
  channel?: Channel;
  /** The editor replaces this page in the browser history. */
  replace?: boolean;
};

/** Creates a draft for a chosen audience and opens it; without a channel, the page explains that. */
export function useNewBroadcast(): (audience: CampaignAudience, options?: NewBroadcastOptions) => Promise<void> {
  const { t } = useLingui();
  const navigate = useNavigate();
  const channels: readonly Channel[] = useRows('channels');
  const day = useDay();
  return async (audience, { channel: chosen, replace = false, ...parts } = {}) => {
    const whatsappChannels = channels.filter(({ kind }) => kind === 'WHATSAPP');
    const channel = whatsappChannels.find(({ id }) => id === chosen?.id) ?? defaultChannel(whatsappChannels);
    if (channel === undefined) return navigate({ to: '/broadcast', search: {}, replace });
    const id = uuidv7();
    const draft = { ...newDraft(defaultName(t`Broadcast`, day(Date.now())), channel), ...parts, audience };
    // The page saves it on the server, as every draft that only this device has.
    saveLocalDraft(id, { draft, base: null });
    await navigate({ to: '/broadcast', search: { id, step: 'audience' }, replace });
  };
}
