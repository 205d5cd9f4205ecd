import type { NotificationSettings, ServerFrame } from '@parley/contract/types';
import { WebSocket } from 'ws';
import { startPushService, type TestSubscription } from '../apps/server/src/testing/push-service.ts';
import { apiCall } from '../scripts/api-call.ts';
import { type Account, addMember, makeAccounts } from './harness/accounts.ts';
import { type Bench, type BenchOptions, type Figure, type Sample, wanted } from './harness/bench.ts';
import { interleave } from './harness/interleave.ts';
import { connectOwner } from './harness/owner.ts';
import { type Parley, startParley } from './harness/parley.ts';
import { seedAccounts, threadId } from './harness/seed.ts';
import { Connection } from './load/connection.ts';
import { prepareDeliveries } from './load/deliveries.ts';

const customers = 500;
const waitMs = 20_000;

/** What members see of each other, and how soon a browser that is closed is told of a message. */
export const togetherBench: Bench = {
  name: 'together',
  title: 'presence and push',
  async run(options) {
    const push = await startPushService();
    const parley = await startParley(options, { env: { ALLOWED_PRIVATE_HOSTS: push.host } });
    try {
      const [account] = await makeAccounts(parley, 1);
      if (account === undefined) throw new Error('no account was made');
      const owner = await connectOwner(parley.ownerUrl);
      await seedAccounts(owner, [account], { customers, messages: 0 });
      await owner.end();
      const figures: Figure[] = [];
      if (wanted(options, 'together.presence')) figures.push(await measurePresence(options, parley, account));
      if (wanted(options, 'together.push')) {
        const browser = push.subscribe();
        await registerBrowser(parley, account, browser);
        figures.push(await measurePush(options, parley, account, () => push.of(browser).length));
      }
      return figures;
    } finally {
      await parley.remove();
      await push.close();
    }
  },
};

/** From a member's frame to the frame of another member who looks at the same conversation. */
async function measurePresence(options: BenchOptions, parley: Parley, account: Account): Promise<Figure> {
  const sender = await connectMember(parley, account.token);
  const watcher = await connectMember(parley, await addMember(parley, account, 'User'));
  const times = options.quick ? 50 : 400;
  try {
    return await interleave(options, 'together.presence', {
      comparison: null,
      async subject() {
        const took: number[] = [];
        for (let n = 0; n < times; n++) {
          const thread_id = threadId(0, n % customers);
          watcher.send({ type: 'topics', add: [`presence:${thread_id}`] });
          // Answered in order: what is watched now is known before the next frame is sent.
          await watcher.settled();
          const state = n % 2 === 0 ? 'viewing' : 'typing';
          const seen = watcher.next(
            (frame) => frame.type === 'presence' && frame.thread_id === thread_id && frame.state === state,
          );
          const began = performance.now();
          sender.send({ type: 'presence', thread_id, state });
          await seen;
          took.push(performance.now() - began);
          sender.send({ type: 'presence', thread_id, state: 'away' });
          watcher.send({ type: 'topics', remove: [`presence:${thread_id}`] });
        }
        return sampleOf(took);
      },
    });
  } finally {
    sender.close();
    watcher.close();
  }
}

/** From writing a webhook until the push service was asked to deliver to the browser. */
async function measurePush(
  options: BenchOptions,
  parley: Parley,
  account: Account,
  count: () => number,
): Promise<Figure> {
  const posts = options.quick ? 30 : 60;
  const { hostname, port, host } = new URL(parley.url);
  const connection = await Connection.open(hostname, Number(port));
  let round = 0;
  try {
    return await interleave(options, 'together.push', {
      comparison: null,
      async subject() {
        const took: number[] = [];
        const destinations = [
          { ...account, path: `/webhooks/whatsapp/${account.channelId}`, secret: account.appSecret },
        ];
        const plan = { destinations, posts, eventsPerPost: 1, knownCustomers: customers, messagesOnly: true };
        const shared = { status: 'delivered' as const, firstMessage: 0, firstCustomer: 0, label: `P${round++}` };
        for (const request of prepareDeliveries({ ...plan, ...shared }, host)) {
          const before = count();
          const began = performance.now();
          await new Promise<void>((resolve, reject) => connection.send(request, () => resolve(), reject));
          while (count() === before && performance.now() - began < waitMs) await pause(2);
          if (count() === before) return { value: Number.NaN, faults: ['a message was not pushed'] };
          took.push(performance.now() - began);
        }
        await apiCall(parley.url, 'POST', '/api/notifications/read', {}, account.token);
        return sampleOf(took);
      },
    });
  } finally {
    connection.close();
  }
}

async function registerBrowser(parley: Parley, { token }: Account, { endpoint, keys }: TestSubscription) {
  const device = { endpoint, keys, name: 'Chrome', kind: 'desktop' };
  await apiCall(parley.url, 'POST', '/api/push-devices', device, token);
  const path = '/api/notification-settings';
  const settings = await apiCall<NotificationSettings>(parley.url, 'GET', path, undefined, token);
  const unassigned = { ...settings.rules.unassigned, desktop: true };
  const quiet = { ...settings.quiet, on: false };
  await apiCall(parley.url, 'PUT', path, { ...settings, quiet, rules: { ...settings.rules, unassigned } }, token);
}

type Member = {
  send(frame: object): void;
  next(matches: (frame: ServerFrame) => boolean): Promise<void>;
  /** Until the server has handled every frame sent so far. */
  settled(): Promise<void>;
  close(): void;
};

async function connectMember({ url }: Parley, token: string): Promise<Member> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/sync`);
  let waiting: { matches: (frame: ServerFrame) => boolean; done: () => void } | null = null;
  const send = (frame: object) => socket.send(JSON.stringify(frame));
  const next = (matches: (frame: ServerFrame) => boolean) =>
    new Promise<void>((done) => {
      waiting = { matches, done };
    });
  socket.on('message', (data) => {
    if (waiting?.matches(JSON.parse(String(data)) as ServerFrame) !== true) return;
    const { done } = waiting;
    waiting = null;
    done();
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const welcome = next(({ type }) => type === 'welcome');
  send({ type: 'auth', token, cursor: null });
  await welcome;
  const settled = () =>
    new Promise<void>((resolve) => {
      socket.once('pong', () => resolve());
      socket.ping();
    });
  return { send, next, settled, close: () => socket.close() };
}

/** 95 % within. */
function sampleOf(took: readonly number[]): Sample {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
  return { value: at(0.95), faults: [], notes: { 'ms p50': at(0.5), 'ms slowest': at(1) } };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
