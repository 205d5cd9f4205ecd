import { said } from '@parley/contract/said';
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
 * Uploads the file of a claimed message to WhatsApp, or those of its cards, so that the message can refer to them.
 * Sends nothing to the customer.
 */
export async function prepareMedia(
  platform: Platform,
  upload: ProviderUploads,
  sender: Sender,
  channel: BusyChannel,
  trigger: ClaimedTrigger,
): Promise<PreparationResult> {
  const { client_id: clientId, channel_id: channelId } = channel;
  const uploadOne = (mediaId: string) => upload(sender, { clientId, channelId, mediaId });
  const preparation = await uploadAll(trigger, uploadOne);
  await platform.db.system.transaction('dispatcher', async (tx) => {
    const version = await settlePreparation(tx, clientId, trigger.id, preparation);
    if (version === null || preparation.outcome === 'ready') return;
    await placeChanges(tx, [{ clientId, collection: 'messages', id: trigger.message_id, marker: 'MODIFIED', version }]);
  });
  if (preparation.outcome !== 'ready') platform.notifier.notify('changes', clientId);
  if (preparation.outcome !== 'retry') return { pauseMs: 0 };
  const { delayMs, pausesChannel } = preparation;
  return { pauseMs: delayMs, ...(pausesChannel === undefined ? {} : { pausesChannel }) };
}

type Prepared = Preparation & { pausesChannel?: string };

/** Ends with the first file that cannot be uploaded: those before it are known when the message is tried again. */
async function uploadAll(
  { content, tries }: ClaimedTrigger,
  upload: (mediaId: string) => Promise<ProviderUpload>,
): Promise<Prepared> {
  const { media_id, card_files: cards } = content as { media_id?: unknown; card_files?: Record<string, unknown> };
  const known: Record<string, string> = {};
  for (const mediaId of cards === undefined ? [String(media_id)] : Object.keys(cards)) {
    const result = await upload(mediaId);
    if (result.kind !== 'ok') return failureOf(result, tries + 1);
    known[mediaId] = result.providerMediaId;
  }
  const uploaded = {
    provider_media_id: known[String(media_id)],
    ...(cards === undefined ? {} : { provider_media_ids: known }),
  };
  return { outcome: 'ready', uploaded };
}

function failureOf(result: Exclude<ProviderUpload, { kind: 'ok' }>, tries: number): Prepared {
  switch (result.kind) {
    case 'missing':
      return { outcome: 'failed', error: result.refused === undefined ? missing : refused(result.refused) };
    case 'waiting':
      return { outcome: 'retry', reason: said('Waiting for the malware scan'), delayMs: scanAgainMs };
    case 'retry': {
      const delayMs = result.afterMs ?? retryDelayMs(result.error, tries);
      if (delayMs === null) return { outcome: 'failed', error: presentProviderError(result.error) };
      return { outcome: 'retry', reason: result.error.title, delayMs };
    }
    case 'failed':
      if (result.error.pausesChannel) {
        const { title } = result.error;
        return { outcome: 'retry', reason: title, delayMs: 0, pausesChannel: title };
      }
      return { outcome: 'failed', error: presentProviderError(result.error) };
  }
}
