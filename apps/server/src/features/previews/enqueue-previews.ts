import { createHash } from 'node:crypto';
import { firstAddress } from '@parley/contract/whatsapp-text';
import type { Executor } from '../../platform/db/sql.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';

export const previewJob = 'previews.read';

export type SentText = { clientId: string; messageId: string; text: string };

/** Whether a text may have a preview, so that most messages need no transaction of more than one statement. */
export function hasAddress(type: string, content: object): boolean {
  return type === 'text' && 'body' in content && firstAddress(String(content.body)) !== null;
}

/** Enqueues reading the pages that messages name, in the transaction that inserts them. Notify the jobs afterwards. */
export async function enqueuePreviews(tx: Executor, texts: readonly SentText[]): Promise<void> {
  const jobs = texts.flatMap(({ clientId, messageId, text }) => {
    const address = firstAddress(text);
    if (address === null) return [];
    // One page is not read twice at the same time.
    const key = `preview ${hashOf(address).toString('hex')}`;
    return [{ clientId, kind: previewJob, payload: { message_id: messageId }, key, weight: 'light' as const }];
  });
  await enqueueJobs(tx, jobs);
}

/** A message that came from an ad, and the address of the ad's picture. */
export type FromAd = { clientId: string; messageId: string; picture: string };

/** The picture of an ad or post that WhatsApp names with a message; null where it has none. */
export function adPictureOf(referral: unknown): string | null {
  // Of a film it is the first frame. https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/reference/messages
  const { image_url, thumbnail_url } = (referral ?? {}) as Record<string, unknown>;
  const address = image_url ?? thumbnail_url;
  return typeof address === 'string' && /^https?:\/\//.test(address) && URL.canParse(address) ? address : null;
}

/** Enqueues reading the pictures of ads, in the transaction that inserts the messages. Notify the jobs afterwards. */
export async function enqueueAdPictures(tx: Executor, messages: readonly FromAd[]): Promise<void> {
  const jobs = messages.map(({ clientId, messageId, picture }) => ({
    clientId,
    kind: previewJob,
    payload: { message_id: messageId, of: 'ad' },
    key: `preview ${hashOf(picture).toString('hex')}`,
    weight: 'light' as const,
  }));
  if (jobs.length > 0) await enqueueJobs(tx, jobs);
}

export function hashOf(address: string): Buffer {
  return createHash('sha256').update(address).digest();
}
