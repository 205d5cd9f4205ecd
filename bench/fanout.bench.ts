import { join } from 'node:path';
import { type Baseline, startBaseline } from './baseline/baseline.ts';
import { type Account, makeAccounts } from './harness/accounts.ts';
import type { BarName } from './harness/bars.ts';
import { type Bench, type BenchOptions, type Figure, type Sample, wanted } from './harness/bench.ts';
import { interleave } from './harness/interleave.ts';
import { connectOwner } from './harness/owner.ts';
import { type Parley, startParley } from './harness/parley.ts';
import { seedAccounts } from './harness/seed.ts';
import { startWorker, type Worker } from './harness/worker.ts';
import type { DeliveryPlan } from './load/deliveries.ts';
import type { ScreenCommands, ScreenKind } from './load/screens.ts';

const screensEntry = join(import.meta.dirname, 'load', 'screens.ts');
const customers = 500;

type Screens = Worker<ScreenCommands>;
type Side = { kind: ScreenKind; url: string; token: string; path: string; secret: string };

/** Incoming message to another user's screen, alone and under a flood, beside a bare receiver and beside socket.io's rooms. */
export const fanoutBench: Bench = {
  name: 'fanout',
  title: 'message in to the screens of one account',
  async run(options) {
    const parley = await startParley(options);
    const bare = await startBaseline('server.ts', { SCREENS: '1' });
    const rooms = await startBaseline('rooms.ts');
    const screens = await startWorker<ScreenCommands>(screensEntry);
    try {
      const [account] = await makeAccounts(parley, 1);
      if (account === undefined) throw new Error('no account');
      const owner = await connectOwner(parley.ownerUrl);
      await seedAccounts(owner, [account], { customers, messages: 0 });
      await owner.end();
      const sides = {
        subject: sideOf(parley, account),
        bare: baselineOf(bare, 'bare'),
        rooms: baselineOf(rooms, 'rooms'),
      };
      return [...(await lasts(options, screens, account, sides)), ...(await rates(options, screens, account, sides))];
    } finally {
      await screens.end();
      await Promise.all([bare.stop(), rooms.stop()]);
      await parley.remove();
    }
  },
};

function sideOf(parley: Parley, account: Account): Side {
  const path = `/webhooks/whatsapp/${account.channelId}`;
  return { kind: 'parley', url: parley.url, token: account.token, path, secret: account.appSecret };
}

function baselineOf(baseline: Baseline, kind: ScreenKind): Side {
  return { kind, url: baseline.url, token: '', path: '/', secret: baseline.secret };
}

let planned = 0;

function planFor(side: Side, account: Account, posts: number): DeliveryPlan {
  return {
    destinations: [{ ...account, path: side.path, secret: side.secret }],
    posts,
    eventsPerPost: 1,
    label: `N${planned++}`,
    status: 'delivered',
    firstMessage: 0,
    knownCustomers: customers,
    firstCustomer: 0,
    messagesOnly: true,
  };
}

async function lasts(
  options: BenchOptions,
  screens: Screens,
  account: Account,
  sides: { subject: Side; bare: Side },
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of [1, 200, 1_000]) {
    const name = `fanout.last.${count}` as BarName;
    if (!wanted(options, name)) continue;
    const posts = options.quick ? 30 : count === 1_000 ? 100 : 200;
    const measure = (side: Side) => async (): Promise<Sample> => {
      await screens.call('connect', { ...side, count });
      const { p50, p95 } = await screens.call('oneByOne', { plan: planFor(side, account, posts), pauseMs: 10 });
      await screens.call('disconnect', null);
      return { value: p50, faults: [], notes: { 'ms p95': p95 } };
    };
    figures.push(await interleave(options, name, { subject: measure(sides.subject), comparison: measure(sides.bare) }));
  }
  return figures;
}

async function rates(
  options: BenchOptions,
  screens: Screens,
  account: Account,
  sides: { subject: Side; rooms: Side },
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of [200, 1_000]) {
    const name = `fanout.rate.${count}` as BarName;
    if (!wanted(options, name)) continue;
    const posts = (options.quick ? 100_000 : 400_000) / count;
    const measure = (side: Side) => async (): Promise<Sample> => {
      await screens.call('connect', { ...side, count });
      const flood = await screens.call('flood', { plan: planFor(side, account, posts), connections: 16 });
      await screens.call('disconnect', null);
      return {
        value: (posts * count * 1_000) / flood.elapsedMs,
        faults: flood.missing === 0 ? [] : [`${side.kind}: ${flood.missing} messages or screens missing`],
        notes: {
          'frames/s': (flood.frames * count * 1_000) / flood.elapsedMs,
          'messages a frame': posts / flood.frames,
        },
      };
    };
    figures.push(
      await interleave(options, name, { subject: measure(sides.subject), comparison: measure(sides.rooms) }),
    );
  }
  return figures;
}
