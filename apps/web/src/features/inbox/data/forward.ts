import type { Message, Thread } from '@parley/contract/types';
import { uuidv7 } from '../../../platform/id.ts';
import type { LiveAccount, OutgoingBody } from '../../sync/public.ts';

const mediaKinds = ['image', 'video', 'audio', 'document', 'sticker'] as const;

/** What a message says, to be sent again elsewhere; null for types that cannot be forwarded. */
export function forwardedContent(message: Message): Pick<OutgoingBody, 'type'> | null {
  if (message.type === 'text' && message.text !== undefined) {
    return { type: 'text', text: { preview_url: false, body: message.text.body } } as Pick<OutgoingBody, 'type'>;
  }
  const kind = mediaKinds.find((each) => each === message.type);
  const media = kind === undefined ? undefined : message[kind];
  const { media_id: mediaId, state } = media?.media_info ?? {};
  if (kind === undefined || media === undefined || mediaId == null || state !== 'ready') return null;
  const { caption, filename, voice } = media;
  const content = {
    media_id: mediaId,
    ...(caption !== undefined && kind !== 'audio' && kind !== 'sticker' ? { caption } : {}),
    ...(filename !== undefined && kind === 'document' ? { filename } : {}),
    ...(voice === true ? { voice } : {}),
  };
  return { type: kind, [kind]: content } as Pick<OutgoingBody, 'type'>;
}

/** Queues the message for another conversation. @throws the database error when it cannot be stored */
export async function forwardMessage(account: LiveAccount, message: Message, to: Thread): Promise<void> {
  const content = forwardedContent(message);
  if (content === null) return;
  const body = { id: uuidv7(), thread_id: to.id, channel_id: to.channel_id, source: 'INBOX' as const, ...content };
  await account.outbox.add(body as OutgoingBody);
}
