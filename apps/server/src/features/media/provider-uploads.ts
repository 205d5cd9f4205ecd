import type { Again, Refused, WhatsAppClient } from '@parley/whatsapp-client';
import type { Platform } from '../../platform/platform.ts';
import { findKnownUpload, findMedia, noteUpload } from './repo.ts';
import { type MediaStorage, MissingObject } from './storage/storage.ts';

/** What files need of a channel's other side. */
type FileCalls = Pick<WhatsAppClient, 'uploadMedia' | 'getMediaUrl' | 'downloadMedia'> & {
  /** The other side fetches our files itself: how it is told of one instead of being given it. */
  nameFile?: (mediaId: string) => string;
  /** Who it is, as a sentence begins; WhatsApp without it. */
  who?: string;
};

export type MediaSender = { client: FileCalls; phoneNumberId: string; accessToken: string };

/** What became of giving a file to WhatsApp; `missing`: it is not here any more. */
export type ProviderUpload = { kind: 'ok'; providerMediaId: string } | { kind: 'missing' } | Refused | Again;

/**
 * Gives a file to WhatsApp for one number, once in 29 days however many messages show it.
 * Never sends anything to a customer, so it may be repeated without harm.
 */
export type ProviderUploads = (
  sender: MediaSender,
  of: { clientId: string; channelId: string; mediaId: string },
) => Promise<ProviderUpload>;

/** Uploads at once; each holds little memory, but they share the line with everything else. */
const atOnce = 4;
const headMs = 30_000;
/** The slowest line that is waited for. */
const slowestBytesPerMs = 50;

export function createProviderUploads(platform: Platform, storage: MediaStorage): ProviderUploads {
  const { withTenant } = platform.db;
  const underWay = new Map<string, Promise<ProviderUpload>>();
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
    await withTenant(clientId, (tx) => noteUpload(tx, fileId, channelId, outcome.value.id));
    return { kind: 'ok', providerMediaId: outcome.value.id } as const;
  }

  return (sender, { clientId, channelId, mediaId }) => {
    const key = `${clientId}/${channelId}/${mediaId}`;
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const upload = inTurn(() => give(sender, clientId, channelId, mediaId))
      .catch((error: unknown): ProviderUpload => {
        if (error instanceof MissingObject) return { kind: 'missing' };
        throw error;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, upload);
    return upload;
  };
}

/** WhatsApp wants to be told the codec of Ogg. */
function wireType(mimeType: string): string {
  return mimeType === 'audio/ogg' ? 'audio/ogg; codecs=opus' : mimeType;
}
