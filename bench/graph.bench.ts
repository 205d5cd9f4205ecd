import { randomUUIDv7 } from 'node:crypto';
import { apiCall } from '../scripts/api-call.ts';
import { type Account, makeAccounts, pauseNumber } from './harness/accounts.ts';
import type { Bench, Sample } from './harness/bench.ts';
import { interleave } from './harness/interleave.ts';
import { connectOwner, untilCount } from './harness/owner.ts';
import { startParley } from './harness/parley.ts';
import { knownPhone, seedAccounts } from './harness/seed.ts';

const customers = 300;
/** The seed has a message of a member in so many conversations: programs are refused there. */
const answered = 4;

/**
 * A send through the Cloud API at `/graph`, one after the other, beside the same text through the API with the same key:
 * what the translation costs. The number is paused, so that only accepting is measured.
 */
export const graphBench: Bench = {
  name: 'graph',
  title: 'a send through the Cloud API beside the API',
  async run(options) {
    const parley = await startParley(options);
    const owner = await connectOwner(parley.ownerUrl);
    try {
      const [account] = await makeAccounts(parley, 1);
      if (account === undefined) throw new Error('no account was made');
      await seedAccounts(owner, [account], { customers, messages: answered });
      await pauseNumber(parley, account);
      const asked = { name: 'Bench', scopes: ['messages:write'] };
      const { key } = await apiCall<{ key: string }>(parley.url, 'POST', '/api/api-keys', asked, account.token);
      const sends = options.quick ? 50 : 300;
      const side = (path: string, bodyOf: (account: Account, n: number) => object) => async (): Promise<Sample> => {
        const times: number[] = [];
        for (let n = 0; n < sends; n++) {
          const body = bodyOf(account, n);
          const began = performance.now();
          await apiCall(parley.url, 'POST', path, body, key);
          times.push(performance.now() - began);
        }
        await untilCount(owner, 'select 1 - sign(count(*)) as n from changes_new', 1);
        times.sort((one, other) => one - other);
        return { value: times[Math.floor(times.length / 2)] ?? 0, faults: [] };
      };
      const subject = side(`/graph/v25.0/${account.phoneNumberId}/messages`, graphBody);
      const comparison = side('/api/messages', apiBody);
      return [await interleave(options, 'graph.send', { subject, comparison })];
    } finally {
      await owner.end();
      await parley.remove();
    }
  },
};

const text = (n: number) => ({
  type: 'text',
  text: { body: `Your order ${n} should be with you tomorrow before noon.` },
});
const phoneOf = (n: number) => `+${knownPhone(0, answered + (n % (customers - answered)))}`;

const graphBody = (_account: Account, n: number) => ({
  messaging_product: 'whatsapp',
  to: phoneOf(n),
  ...text(n),
});
const apiBody = ({ channelId }: Account, n: number) => ({
  id: randomUUIDv7(),
  channel_id: channelId,
  to: phoneOf(n),
  source: 'API',
  yield_to_members: true,
  ...text(n),
});
