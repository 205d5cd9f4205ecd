import { retryDelayMs } from '@parley/whatsapp-client';
import type { Platform } from '../../../platform/platform.ts';
import type { ProviderUpload, ProviderUploads } from '../../media/public.ts';
import { placeChanges } from '../../sync/public.ts';
import type { BusyChannel, ClaimedTrigger } from '../state/claim-repo.ts';
import { presentProviderError } from '../state/message-error.ts';
import { type Preparation, settlePreparation } from '../state/preparation-repo.ts';
import type { Sender } from './deliver.ts';

/** How long the thread pauses, and the reason if the channel pauses. */
export type PreparationResult = { pauseMs: number; pausesChannel?: string };

const missing = {
  code: 'file_missing',
  message: 'The file of this message has been deleted.',
  next_step: 'Attach it again and send it as a new message.',
};

const scanAgainMs = 15_000;

const refused = (message: string) => ({
  code: 'file_refused',
  message,
  next_step: 'Attach another file and send it as a new message.',
});

/**
 * Uploads the file of a claimed message to WhatsApp, so that the message can refer to it. Sends nothing to the
 * customer.
 */
export async function prepareMedia(
  platform: Platform,
  upload: ProviderUploads,
  sender: Sender,
  channel: BusyChannel,
  trigger: ClaimedTrigger,
): Promise<PreparationResult> {
  const { client_id: clientId, channel_id: channelId } = channel;
  const mediaId = String(trigger.content['media_id']);
  const result = await upload(sender, { clientId, channelId, mediaId });
  const preparation = preparationOf(result, trigger.tries + 1);
  await platform.db.system.transaction('dispatcher', async (tx) => {
    const version = await settlePreparation(tx, clientId, trigger.id, preparation);
    if (version === null || preparation.outcome === 'ready') return;
    await placeChanges(tx, [{ clientId, collection: 'messages', id: trigger.message_id, marker: 'MODIFIED', version }]);
  });
  if (preparation.outcome !== 'ready') platform.notifier.notify('changes', clientId);
  const pauses = result.kind === 'failed' && result.error.pausesChannel ? { pausesChannel: result.error.title } : {};
  return { pauseMs: preparation.outcome === 'retry' ? preparation.delayMs : 0, ...pauses };
}

function preparationOf(result: ProviderUpload, tries: number): Preparation {
  switch (result.kind) {
    case 'ok':
      return { outcome: 'ready', providerMediaId: result.providerMediaId };
    case 'missing':
      return { outcome: 'failed', error: result.refused === undefined ? missing : refused(result.refused) };
    case 'waiting':
      return { outcome: 'retry', reason: 'Waiting for the malware scan', delayMs: scanAgainMs };
    case 'retry': {
      const delayMs = result.afterMs ?? retryDelayMs(result.error, tries);
      if (delayMs === null) return { outcome: 'failed', error: presentProviderError(result.error) };
      return { outcome: 'retry', reason: result.error.title, delayMs };
    }
    case 'failed':
      if (result.error.pausesChannel) return { outcome: 'retry', reason: result.error.title, delayMs: 0 };
      return { outcome: 'failed', error: presentProviderError(result.error) };
  }
}
