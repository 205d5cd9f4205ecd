import type { ChangeScheduledBody, Message } from '@parley/contract/types';
import { variablesIn } from '@parley/contract/variables';
import type { LiveAccount } from '../../sync/public.ts';

/** The scheduled messages of a thread, the next one first. */
export function scheduledOf(all: readonly Message[], threadId: string): Message[] {
  return all.filter((message) => message.thread_id === threadId).sort(compareScheduled);
}

/** The next one first. */
export function compareScheduled(a: Message, b: Message): number {
  return compare(timeOf(a), timeOf(b)) || compare(a.id, b.id);
}

/** Those that wait for the customer come last. */
function timeOf({ send_at: at }: Message): string {
  return at === 'reply' ? '~' : (at ?? '');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Changes a scheduled message; without a time (null) it is sent now. @throws ApiError, NetworkError */
export async function changeScheduled(
  account: LiveAccount,
  message: Message,
  body: ChangeScheduledBody,
): Promise<void> {
  const row = await account.api('PUT /api/messages/{id}', {
    params: { id: message.id },
    body: { version: message.version, ...body },
  });
  if (row.send_at !== undefined) return account.store.putRows('scheduled_messages', [row]);
  account.store.dropRow('scheduled_messages', message.id, message.version + 1);
  account.store.putMessage({ id: row.id, version: row.version, row });
}

/** Cancels a scheduled message. A later change of its time brings it back. @throws ApiError, NetworkError */
export async function cancelScheduled(account: LiveAccount, { id, version }: Message): Promise<void> {
  await account.api('DELETE /api/messages/{id}', { params: { id } });
  account.store.dropRow('scheduled_messages', id, version + 1);
}

/** The text of a message that can be edited: its own, or the caption of its file; null where it has none. */
export function editableText(message: Message): string | null {
  if (message.text !== undefined) return message.text.body;
  const file = message.image ?? message.video ?? message.document;
  return file === undefined ? null : (file.caption ?? '');
}

/** The change that gives a message another text. What it said before was filled in already, or is to stay. */
export function textChange(message: Message, text: string): ChangeScheduledBody {
  const names = variablesIn(editableText(message) ?? '');
  const asTyped = names.length === 0 ? {} : { as_typed: names };
  if (message.text !== undefined) return { text: { preview_url: message.text.preview_url, body: text }, ...asTyped };
  const { type } = message;
  if (type !== 'image' && type !== 'video' && type !== 'document') return {};
  const file = message[type];
  const words = text.trim() === '' ? {} : { caption: text };
  const name = type === 'document' && file?.filename !== undefined ? { filename: file.filename } : {};
  return { [type]: { media_id: file?.media_info.media_id ?? '', ...words, ...name }, ...asTyped };
}
