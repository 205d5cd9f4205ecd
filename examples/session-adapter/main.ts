import { createInterface } from 'node:readline';
import { Adapter } from './adapter.ts';

/*
 * Runs the example adapter and lets you play a customer in the terminal:
 *   PARLEY_URL=http://127.0.0.1:3000 CHANNEL_ID=… SECRET=whsec_… PORT=4000 node examples/session-adapter/main.ts
 * Parley must be allowed to reach it: ALLOWED_PRIVATE_HOSTS=127.0.0.1:4000.
 */
const { PARLEY_URL = 'http://127.0.0.1:3000', CHANNEL_ID = '', SECRET = '', PORT = '4000' } = process.env;

const adapter = new Adapter({ parleyUrl: PARLEY_URL, channelId: CHANNEL_ID, secret: SECRET, port: Number(PORT) });
console.log(`The adapter listens at ${await adapter.start()}. Write a line and it comes from +49 151 0000000.`);

const shown = new Set<string>();
setInterval(() => {
  for (const message of adapter.taken.values()) {
    if (shown.has(message.id)) continue;
    shown.add(message.id);
    console.log(`the team: ${JSON.stringify(message['text'] ?? message['type'])}`);
    void adapter.tell(message.id, 'delivered');
  }
}, 200);

for await (const line of createInterface({ input: process.stdin })) {
  const status = await adapter.write({ phone_number: '+491510000000', name: 'Example customer' }, line);
  if (status !== 200) console.log(`Parley answered ${status}`);
}
