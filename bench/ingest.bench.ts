import { startBaseline } from './baseline/baseline.ts';
import { makeAccounts } from './harness/accounts.ts';
import type { BarName } from './harness/bars.ts';
import { type Bench, type BenchOptions, type Figure, wanted } from './harness/bench.ts';
import { asRate, baselineSide, ingestSide, messagesFor, type Size } from './harness/ingest-side.ts';
import { interleave } from './harness/interleave.ts';
import { loadEntry } from './harness/load-entry.ts';
import { connectOwner } from './harness/owner.ts';
import { startParley } from './harness/parley.ts';
import { seedAccounts } from './harness/seed.ts';
import { startWorker } from './harness/worker.ts';
import type { LoadCommands } from './load/generator.ts';

const connections = 64;

/**
 * Webhooks completely processed: from the first POST to the last change row, nothing pending. Ten statuses to one
 * message, half of the messages from new customers; every status changes its row, its event row and its change row.
 */
export const ingestBench: Bench = {
  name: 'ingest',
  title: 'webhooks, complete',
  async run(options) {
    const figures: Figure[] = [];
    for (const accounts of [16, 1]) {
      const variants = ([1, 10] as const)
        .map((eventsPerPost) => ({
          name: `ingest.${eventsPerPost}.${accounts}` as BarName,
          size: sizeOf(options, eventsPerPost),
        }))
        .filter(({ name }) => wanted(options, name));
      if (variants.length > 0) figures.push(...(await runVariants(options, accounts, variants)));
    }
    if (wanted(options, 'ingest.texts')) figures.push(await runTexts(options));
    return figures;
  },
};

/** Only texts, from the first message of an empty installation on: no warm-up, nothing seeded, nothing analyzed. */
async function runTexts(options: BenchOptions): Promise<Figure> {
  const parley = await startParley(options);
  const baseline = await startBaseline();
  const load = await startWorker<LoadCommands>(loadEntry);
  try {
    const accounts = await makeAccounts(parley, 1);
    const size: Size = { posts: 4_000, eventsPerPost: 1, messagesOnly: true };
    const seeded = { firstMessage: 0, customers: 2_000, label: 'E', unknownYet: true };
    const subject = await ingestSide(parley, accounts, size, seeded);
    const comparison = await baselineSide(baseline, accounts, size);
    const post = () => load.call('closed', { connections });
    const figure = await interleave(options, 'ingest.texts', {
      subject: async (round) => asRate(await subject.deliver(load, round, post), size.posts),
      comparison: async (round) => asRate(await comparison.deliver(load, round, post), size.posts),
      cold: true,
    });
    await Promise.all([subject.close(), comparison.close()]);
    return figure;
  } finally {
    await Promise.all([load.end(), baseline.stop()]);
    await parley.remove();
  }
}

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
  const baseline = await startBaseline();
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
      const subject = await ingestSide(parley, accounts, size, { firstMessage, customers, label });
      const comparison = await baselineSide(baseline, accounts, size);
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
    await Promise.all([load.end(), baseline.stop()]);
    await parley.remove();
  }
}
