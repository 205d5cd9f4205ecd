import type { MediaKind, Message, Thread } from '@parley/contract/types';
import { variablesIn } from '@parley/contract/variables';
import { uuidv7 } from '../../../../platform/id.ts';
import type { LiveAccount, OutgoingBody } from '../../../sync/public.ts';

type ForwardedContent = Pick<OutgoingBody, 'type' | 'as_typed' | 'text' | MediaKind>;

const mediaKinds = ['image', 'video', 'audio', 'document', 'sticker'] as const;

/** What a message says, to be sent again elsewhere; null for types that cannot be forwarded. */
export function forwardedContent(message: Message): ForwardedContent | null {
  if (message.type === 'text' && message.text !== undefined) {
    const { body } = message.text;
    return { type: 'text', text: { preview_url: false, body }, ...asWritten(body) };
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
  return { type: kind, [kind]: content, ...asWritten(caption ?? '') };
}

/** What somebody wrote is forwarded as it stands: variables in it are not filled in for whom it goes to. */
function asWritten(text: string): Pick<OutgoingBody, 'as_typed'> {
  const names = variablesIn(text);
  return names.length === 0 ? {} : { as_typed: names };
}

/** Queues the message for another conversation. @throws the database error when it cannot be stored */
export async function forwardMessage(account: LiveAccount, message: Message, to: Thread): Promise<void> {
  const content = forwardedContent(message);
  if (content === null) return;
  await account.outbox.add({
    id: uuidv7(),
    thread_id: to.id,
    channel_id: to.channel_id,
    source: 'INBOX',
    ...content,
  });
}
