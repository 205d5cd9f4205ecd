import type { TenantTx } from '../../../platform/db/sql.ts';
import { enqueuePreviews, hasAddress } from '../../previews/public.ts';
import type { OutgoingMessage, SendResult } from './send-repo.ts';

/** The messages whose text names a web page. */
export function withLinks(messages: readonly OutgoingMessage[]): OutgoingMessage[] {
  return messages.filter(({ type, content }) => hasAddress(type, content));
}

/** Enqueues the previews of new messages, in their transaction. @returns whether there are any */
export async function previewLinks(
  tx: TenantTx,
  messages: readonly OutgoingMessage[],
  results: readonly SendResult[],
): Promise<boolean> {
  const isNew = new Set(messages.filter((_, at) => results[at]?.verdict === 'ok').map(({ id }) => id));
  const texts = withLinks(messages)
    .filter(({ id }) => isNew.has(id))
    .map(({ id, content }) => ({ clientId: tx.clientId, messageId: id, text: String(content['body']) }));
  if (texts.length > 0) await enqueuePreviews(tx, texts);
  return texts.length > 0;
}
