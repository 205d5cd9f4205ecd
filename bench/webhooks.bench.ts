import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiCall } from '../scripts/api-call.ts';
import { makeAccounts, pauseNumber } from './harness/accounts.ts';
import type { Bench, Sample } from './harness/bench.ts';
import { interleave } from './harness/interleave.ts';
import { loadEntry } from './harness/load-entry.ts';
import { connectOwner, untilCount } from './harness/owner.ts';
import { startParley } from './harness/parley.ts';
import { cpuOf } from './harness/processes.ts';
import { seedAccounts } from './harness/seed.ts';
import { startWorker } from './harness/worker.ts';
import type { LoadCommands } from './load/generator.ts';

const threads = 300;
const inFlight = 32;
const withinMs = 120_000;

/**
 * Deliveries of one webhook to a receiver that answers at once, from the first to the last: of events that waited while
 * it was paused, so that what causes them is not measured.
 */
export const webhooksBench: Bench = {
  name: 'webhooks',
  title: 'deliveries of a webhook',
  async run(options) {
    const receiver = await startReceiver();
    const parley = await startParley(options, { env: { ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${receiver.port}` } });
    const load = await startWorker<LoadCommands>(loadEntry);
    const owner = await connectOwner(parley.ownerUrl);
    try {
      const accounts = await makeAccounts(parley, 1);
      const [account] = accounts;
      if (account === undefined) throw new Error('no account was made');
      await seedAccounts(owner, accounts, { customers: threads, messages: 4 });
      await pauseNumber(parley, account);
      const webhook = { url: `http://127.0.0.1:${receiver.port}/`, events: ['message.sent'] };
      const { id } = await apiCall<{ id: string }>(parley.url, 'POST', '/api/webhooks', webhook, account.token);
      const setState = (state: 'active' | 'paused') =>
        apiCall(parley.url, 'PUT', `/api/webhooks/${id}`, { state }, account.token);
      const sends = options.quick ? 2_000 : 8_000;
      const subject = async (): Promise<Sample> => {
        receiver.begin();
        await load.call('sends', { url: parley.url, plan: { accounts, sends, threads } });
        await setState('paused');
        await load.call('closed', { connections: inFlight });
        await untilCount(owner, 'select 1 - sign(count(*)) as n from changes_new', 1);
        const before = cpuOf(parley.pid);
        await setState('active');
        const faults = (await receiver.until(sends)) ? [] : [`${receiver.ids()} of ${sends} events arrived`];
        const after = cpuOf(parley.pid);
        return {
          value: (sends * 1_000) / receiver.tookMs(),
          faults,
          notes: {
            'µs Node a delivery': ((after.node - before.node) * 1_000) / sends,
            'µs PostgreSQL a delivery': ((after.postgres - before.postgres) * 1_000) / sends,
          },
        };
      };
      return [await interleave(options, 'webhooks.deliveries', { subject, comparison: null })];
    } finally {
      await owner.end();
      await load.end();
      await parley.remove();
      await receiver.close();
    }
  },
};

async function startReceiver() {
  let ids = new Set<string>();
  let firstMs = 0;
  let lastMs = 0;
  let seen: (() => void) | undefined;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end();
      lastMs = performance.now();
      if (ids.size === 0) firstMs = lastMs;
      ids.add(String(request.headers['webhook-id']));
      seen?.();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    begin() {
      ids = new Set();
    },
    ids: () => ids.size,
    tookMs: () => lastMs - firstMs,
    /** @returns false when so many different events did not arrive in time */
    until: (count: number) =>
      new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), withinMs);
        seen = () => {
          if (ids.size < count) return;
          clearTimeout(timer);
          resolve(true);
        };
        seen();
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
