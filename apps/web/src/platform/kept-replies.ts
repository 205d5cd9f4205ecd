import { uuidv7 } from './id.ts';

/* Replies written in a notification: the service worker keeps them on the device, a page of the account sends them. */

/** `id`: of the message that it becomes, so that it is sent once, however often it is taken. */
export type KeptReply = { id: string; clientId: string; threadId: string; text: string };

/** Deleted when somebody signs out here. */
export const repliesCache = 'parley-replies';
const entryOf = (id: string) => `/reply/${id}`;

/** @throws the browser's error when the device keeps nothing */
export async function keepReply(reply: Omit<KeptReply, 'id'>): Promise<void> {
  const kept: KeptReply = { id: uuidv7(), ...reply };
  await (await caches.open(repliesCache)).put(entryOf(kept.id), new Response(JSON.stringify(kept)));
}

/** Those of an account, oldest first. */
export async function readReplies(clientId: string): Promise<KeptReply[]> {
  const cache = await caches.open(repliesCache);
  const replies = await Promise.all(
    (await cache.keys()).map(async (request) => (await (await cache.match(request))?.json()) as KeptReply | undefined),
  );
  return replies
    .filter((reply) => reply?.clientId === clientId)
    .filter((reply) => reply !== undefined)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** It waits elsewhere on the device now. */
export async function forgetReply(id: string): Promise<void> {
  await (await caches.open(repliesCache)).delete(entryOf(id));
}
