// Lists the conversations, writes into the latest, and follows the events until the message has left. The client is the
// package that `npm run pack:client` makes in a clone of Parley: npm install ./parley-api-client-0.1.0.tgz
// Settings: PARLEY_URL, PARLEY_KEY (scopes threads:read, messages:write, events:read), ORDER.
import { setTimeout } from 'node:timers/promises';
import { createParley, ParleyError } from '@parley/api-client';

const { PARLEY_URL, PARLEY_KEY, ORDER } = process.env;
const parley = createParley({ base: PARLEY_URL, key: PARLEY_KEY });

async function* allThreads() {
  let cursor;
  do {
    const { data, next_cursor } = await parley.threads.getThreads({ query: { state: 'ACTIVE', cursor } });
    yield* data;
    cursor = next_cursor;
  } while (cursor !== null);
}

function send(thread) {
  const { channel_id, id: thread_id } = thread;
  const text = { body: `Your order ${ORDER} is ready.` };
  // Run again, or after a lost answer: the same key sends once.
  const idempotencyKey = `order-${ORDER}-ready`;
  return parley.messages.postMessages({
    body: { channel_id, thread_id, source: 'API', type: 'text', text },
    idempotencyKey,
  });
}

/** The feed never ends: remember `next_cursor` and ask again with it. */
async function* allEvents() {
  for (let cursor; ; ) {
    const { data, next_cursor } = await parley.events.getEvents({ query: { cursor } });
    yield* data;
    cursor = next_cursor;
    if (data.length === 0) await setTimeout(1_000);
  }
}

async function follow(id) {
  for await (const { type, data } of allEvents()) {
    console.log(`Event ${type}`);
    if (data.id !== id || !type.startsWith('message.')) continue;
    if (data.status === -1) throw new Error(data.error.message);
    if (data.status >= 1) return;
  }
}

try {
  const threads = await Array.fromAsync(allThreads());
  for (const { id, contact, unread_count: unread } of threads) {
    console.log(`Conversation ${id} ${contact.name}: ${unread} unread`);
  }
  if (threads.length === 0) throw new Error('No customer has written yet.');
  const message = await send(threads[0]);
  await follow(message.id);
  console.log(`Sent ${message.id}`);
} catch (error) {
  // Decide by the code; the message is for people.
  console.error(error instanceof ParleyError ? `${error.code}: ${error.message}` : error.message);
  process.exitCode = 1;
}
