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

export function hashOf(address: string): Buffer {
  return createHash('sha256').update(address).digest();
}
