import { startBaseline } from './baseline/baseline.ts';
import { type Account, makeAccounts } from './harness/accounts.ts';
import type { BarName } from './harness/bars.ts';
import { type Bench, type BenchOptions, type Figure, type Sample, wanted } from './harness/bench.ts';
import { interleave } from './harness/interleave.ts';
import { connectOwner } from './harness/owner.ts';
import { startParley } from './harness/parley.ts';
import { seedAccounts } from './harness/seed.ts';
import { startWorker } from './harness/worker.ts';
import {
  comparisonSide,
  knownCustomers,
  measureLast,
  productSide,
  type ScreenSide,
  type Screens,
  screensEntry,
  textsFor,
} from './load/screen-sides.ts';
import type { ScreenCommands } from './load/screens.ts';

const mostScreens = 1_000;

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
      await seedAccounts(owner, [account], { customers: knownCustomers, messages: 0 });
      await owner.end();
      const sides = {
        subject: await productSide(parley, account, mostScreens),
        bare: comparisonSide(bare, 'bare'),
        rooms: comparisonSide(rooms, 'rooms'),
      };
      return [...(await lasts(options, screens, account, sides)), ...(await rates(options, screens, account, sides))];
    } finally {
      await screens.end();
      await Promise.all([bare.stop(), rooms.stop()]);
      await parley.remove();
    }
  },
};

async function lasts(
  options: BenchOptions,
  screens: Screens,
  account: Account,
  sides: { subject: ScreenSide; bare: ScreenSide },
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of [1, 200, mostScreens]) {
    const name = `fanout.last.${count}` as BarName;
    if (!wanted(options, name)) continue;
    const posts = options.quick ? 30 : count === mostScreens ? 100 : 200;
    const measure = (side: ScreenSide) => measureLast(screens, account, side, { count, posts });
    figures.push(await interleave(options, name, { subject: measure(sides.subject), comparison: measure(sides.bare) }));
  }
  return figures;
}

async function rates(
  options: BenchOptions,
  screens: Screens,
  account: Account,
  sides: { subject: ScreenSide; rooms: ScreenSide },
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of [200, mostScreens]) {
    const name = `fanout.rate.${count}` as BarName;
    if (!wanted(options, name)) continue;
    const posts = (options.quick ? 100_000 : 400_000) / count;
    const measure = (side: ScreenSide) => async (): Promise<Sample> => {
      await screens.call('connect', { ...side, count });
      const flood = await screens.call('flood', { plan: textsFor(side, account, posts), connections: 16 });
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
