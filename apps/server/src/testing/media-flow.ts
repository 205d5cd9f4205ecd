import type { Message, Thread } from '@parley/contract/types';
import { getMessage, queryAsOwner } from './inbox.ts';
import { freshPhone } from './phones.ts';
import { freshWamid, nowS, until, type World } from './world.ts';

type PhoneMessage = { type: string; content: Record<string, unknown> };

/** A file sent from the simulated customer's phone. @returns the message in the inbox */
export async function customerSends(
  world: World,
  type: string,
  content: Buffer,
  mimeType: string,
  more = {},
): Promise<Message> {
  const uploaded = await fetch(`${world.simulator.url}/simulator/control/media`, {
    method: 'POST',
    headers: { authorization: 'Bearer EAA-token-of-the-test-channel', 'content-type': mimeType },
    body: new Uint8Array(content),
  });
  const { id } = (await uploaded.json()) as { id: string };
  return untilMediaArrived(world, type, { id, mime_type: mimeType, ...more });
}

export async function untilMediaArrived(world: World, type: string, media: Record<string, unknown>): Promise<Message> {
  const id = freshWamid();
  const from = freshPhone();
  const status = await world.deliver({
    contacts: [{ profile: { name: 'Amara Okafor' }, wa_id: from }],
    messages: [{ from, id, timestamp: String(nowS()), type, [type]: media }],
  } as never);
  if (status !== 200) throw new Error(`the delivery was answered ${status}`);
  return until(async () => {
    const [row] = await queryAsOwner<{ id: string }>(
      world.server.owner,
      'select id from messages where provider_message_id = $1',
      [id],
    );
    return row === undefined ? null : getMessage(world, row.id);
  });
}

const mediaOf = (message: Message) =>
  message.image ?? message.video ?? message.audio ?? message.document ?? message.sticker;
export const untilMediaSettled = (world: World, id: string) =>
  until(async () => {
    const message = await getMessage(world, id);
    return mediaOf(message)?.media_info.state === 'provider' ? null : message;
  });
export const withReason = (world: World, id: string) =>
  until(async () => {
    const message = await getMessage(world, id);
    return mediaOf(message)?.media_info.reason === undefined ? null : message;
  });

export async function sendMedia(world: World, thread: Thread, type: string, part: Record<string, unknown>) {
  return world.api('POST /api/messages', {
    body: { channel_id: thread.channel_id, thread_id: thread.id, source: 'INBOX', type, [type]: part },
  } as never);
}

/** The received message on the customer's phone. */
export async function onPhone(world: World, thread: Thread, caption: string) {
  const path = `/phones/${thread.contact.phone_number}/messages?limit=1000`;
  return until(async () => {
    // The simulator creates the phone with the first message to it.
    const book = await world.phone<{ data: PhoneMessage[] }>('GET', path).catch(() => null);
    return book?.data.find(({ content }) => content['caption'] === caption || content['filename'] === caption);
  });
}
