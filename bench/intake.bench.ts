import { startFloor } from './floor/floor.ts';
import { makeAccounts } from './frame/accounts.ts';
import type { BarName } from './frame/bars.ts';
import { type Bench, type BenchOptions, type Figure, wanted } from './frame/bench.ts';
import { asRate, floorSide, intakeSide, messagesFor, type Size } from './frame/intake-side.ts';
import { interleave } from './frame/interleave.ts';
import { loadEntry } from './frame/load-entry.ts';
import { connectOwner } from './frame/owner.ts';
import { startParley } from './frame/parley.ts';
import { seedAccounts } from './frame/seed.ts';
import { startWorker } from './frame/worker.ts';
import type { LoadCommands } from './load/generator.ts';

const connections = 64;

/**
 * Webhooks complete: from the first POST to the last change row, nothing pending. Ten statuses to one message, half of the
 * messages from new customers; every status changes its row, its event row and its change row.
 */
export const intakeBench: Bench = {
  name: 'intake',
  title: 'webhooks, complete',
  async run(options) {
    const figures: Figure[] = [];
    for (const accounts of [16, 1]) {
      const variants = ([1, 10] as const)
        .map((eventsPerPost) => ({
          name: `intake.${eventsPerPost}.${accounts}` as BarName,
          size: sizeOf(options, eventsPerPost),
        }))
        .filter(({ name }) => wanted(options, name));
      if (variants.length > 0) figures.push(...(await runVariants(options, accounts, variants)));
    }
    return figures;
  },
};

function sizeOf(options: BenchOptions, eventsPerPost: number): Size {
  const posts = eventsPerPost === 1 ? 22_000 : 5_500;
  return { posts: options.quick ? posts / 5 : posts, eventsPerPost };
}

async function runVariants(
  options: BenchOptions,
  accountCount: number,
  variants: ReadonlyArray<{ name: BarName; size: Size }>,
): Promise<Figure[]> {
  const parley = await startParley(options);
  const floor = await startFloor();
  const load = await startWorker<LoadCommands>(loadEntry);
  try {
    const accounts = await makeAccounts(parley, accountCount);
    const blocks = variants.map(({ size }) => messagesFor(options.rounds + 1, accountCount, size));
    const customers = Math.ceil(6_000 / accountCount) + 100;
    const owner = await connectOwner(parley.ownerUrl);
    await seedAccounts(owner, accounts, { customers, messages: blocks.reduce((sum, block) => sum + block, 0) });
    await owner.end();
    const figures: Figure[] = [];
    for (const [index, { name, size }] of variants.entries()) {
      const firstMessage = blocks.slice(0, index).reduce((sum, block) => sum + block, 0);
      const label = `${accountCount}X${size.eventsPerPost}R`;
      const subject = await intakeSide(parley, accounts, size, { firstMessage, customers, label });
      const comparison = await floorSide(floor, accounts, size);
      const post = () => load.call('closed', { connections });
      figures.push(
        await interleave(options, name, {
          subject: async (round) => asRate(await subject.deliver(load, round, post), size.posts),
          comparison: async (round) => asRate(await comparison.deliver(load, round, post), size.posts),
        }),
      );
      await Promise.all([subject.close(), comparison.close()]);
    }
    return figures;
  } finally {
    await Promise.all([load.end(), floor.stop()]);
    await parley.remove();
  }
}
