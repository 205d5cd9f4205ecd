import type { Refused, RetryLater, WhatsAppClient } from '@parley/whatsapp-client';
import type { Platform } from '../../platform/platform.ts';
import { findKnownUpload, findMedia, saveProviderUpload } from './repo.ts';
import { type MediaStorage, MissingObject } from './storage/storage.ts';

/** The calls of a channel's provider for file transfers. */
type FileCalls = Pick<WhatsAppClient, 'uploadMedia' | 'getMediaUrl' | 'downloadMedia'> & {
  /** Set for a provider that fetches our files itself: makes the reference to send instead of an upload. */
  nameFile?: (mediaId: string) => string;
  /** The provider's name at the start of a sentence; WhatsApp by default. */
  who?: string;
};

export type MediaSender = { client: FileCalls; phoneNumberId: string; accessToken: string };

/** The result of uploading a file to WhatsApp. */
export type ProviderUpload =
  | { kind: 'ok'; providerMediaId: string }
  /** The file was deleted; `refused` is the finding of the malware scanner. */
  | { kind: 'missing'; refused?: string }
  /** The file waits for the malware scanner. */
  | { kind: 'waiting' }
  | Refused
  | RetryLater;

/**
 * Uploads a file to WhatsApp for one number, once in 29 days for all messages with it.
 * Sends nothing to a customer, so it may be repeated.
 */
export type ProviderUploads = (
  sender: MediaSender,
  of: { clientId: string; channelId: string; mediaId: string },
) => Promise<ProviderUpload>;

/** Concurrent uploads; each needs little memory, but they share the connection with everything else. */
const atOnce = 4;
const headMs = 30_000;
/** The slowest connection that does not time out. */
const slowestBytesPerMs = 50;

export function createProviderUploads(platform: Platform, storage: MediaStorage): ProviderUploads {
  const { withTenant } = platform.db;
  const inFlight = new Map<string, Promise<ProviderUpload>>();
  const waiting: Array<() => void> = [];
  let busy = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (busy >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    busy++;
    try {
      return await work();
    } finally {
      busy--;
      waiting.shift()?.();
    }
  }

  async function give(sender: MediaSender, clientId: string, channelId: string, mediaId: string) {
    const row = await withTenant(clientId, (tx) => findMedia(tx, mediaId), { readOnly: true });
    if (row?.state === 'refused') return { kind: 'missing', refused: row.reason ?? '' } as const;
    if (row?.scan === 'waiting') return { kind: 'waiting' } as const;
    if (row?.file_id == null || row.size_bytes === null || row.mime_type === null) return { kind: 'missing' } as const;
    const { nameFile } = sender.client;
    if (nameFile !== undefined) return { kind: 'ok', providerMediaId: nameFile(mediaId) } as const;
    const { file_id: fileId, size_bytes: sizeBytes, mime_type: mimeType, filename } = row;
    const known = await withTenant(clientId, (tx) => findKnownUpload(tx, fileId, channelId), { readOnly: true });
    if (known !== null) return { kind: 'ok', providerMediaId: known } as const;
    const content = await storage.read({ clientId, fileId, variant: 'file' });
    const outcome = await sender.client.uploadMedia({
      phoneNumberId: sender.phoneNumberId,
      accessToken: sender.accessToken,
      timeoutMs: Math.round(headMs + sizeBytes / slowestBytesPerMs),
      file: { content, sizeBytes, mimeType: wireType(mimeType), filename: filename ?? 'file' },
    });
    content.destroy();
    if (outcome.kind !== 'ok') return outcome;
    await withTenant(clientId, (tx) => saveProviderUpload(tx, fileId, channelId, outcome.value.id));
    return { kind: 'ok', providerMediaId: outcome.value.id } as const;
  }

  return (sender, { clientId, channelId, mediaId }) => {
    const key = `${clientId}/${channelId}/${mediaId}`;
    const known = inFlight.get(key);
    if (known !== undefined) return known;
    const upload = inTurn(() => give(sender, clientId, channelId, mediaId))
      .catch((error: unknown): ProviderUpload => {
        if (error instanceof MissingObject) return { kind: 'missing' };
        throw error;
      })
      .finally(() => inFlight.delete(key));
    inFlight.set(key, upload);
    return upload;
  };
}

/** WhatsApp requires the codec of Ogg. */
function wireType(mimeType: string): string {
  return mimeType === 'audio/ogg' ? 'audio/ogg; codecs=opus' : mimeType;
}
