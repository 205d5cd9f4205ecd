import { startBaseline } from './baseline/baseline.ts';
import { makeAccounts } from './harness/accounts.ts';
import { type Bench, type Figure, type Sample, wanted } from './harness/bench.ts';
import { baselineSide, type Delivered, ingestSide, messagesFor, type Post } from './harness/ingest-side.ts';
import { show } from './harness/interleave.ts';
import { loadEntry } from './harness/load-entry.ts';
import { connectOwner } from './harness/owner.ts';
import { startParley } from './harness/parley.ts';
import { seedAccounts } from './harness/seed.ts';
import { startWorker } from './harness/worker.ts';
import type { LoadCommands } from './load/generator.ts';

const perSecond = 3_300;
/** Enough that a pause of a quarter of a second delays no request at the sender. */
const connections = 512;
const customers = 10_000;

/** The rate of Meta's fastest number: 3,000 statuses and 300 messages a second, one event per POST, at a fixed rate. */
export const topTierBench: Bench = {
  name: 'top-tier',
  title: '3,300 webhooks a second, open loop',
  async run(options) {
    if (!wanted(options, 'top-tier')) return [];
    const parley = await startParley(options);
    const baseline = await startBaseline();
    const load = await startWorker<LoadCommands>(loadEntry);
    try {
      const [account] = await makeAccounts(parley, 1);
      if (account === undefined) throw new Error('no account');
      const size = { posts: perSecond * options.seconds, eventsPerPost: 1 };
      const owner = await connectOwner(parley.ownerUrl);
      await seedAccounts(owner, [account], { customers, messages: messagesFor(options.rounds + 1, 1, size) });
      await owner.end();
      const subject = await ingestSide(parley, [account], size, { firstMessage: 0, customers, label: 'T' });
      const comparison = await baselineSide(baseline, [account], size);
      const warmUp: Post = () => load.call('closed', { connections: 64 });
      const steady: Post = () => load.call('open', { connections, perSecond });
      await comparison.deliver(load, 0, warmUp);
      await subject.deliver(load, 0, warmUp);
      const rounds: Round[] = [];
      for (let round = 1; round <= options.rounds; round++) {
        const baselineRound = await comparison.deliver(load, round, steady);
        const ours = await subject.deliver(load, round, steady);
        const replay = await subject.replay(load, warmUp);
        rounds.push({ ours: { ...ours, faults: [...ours.faults, ...replay] }, baseline: baselineRound });
        options.say(
          `  round ${round}: p50 ${show(ours.latency.p50)} p99 ${show(ours.latency.p99)} most ${show(ours.latency.most)} ms, ` +
            `baseline p99 ${show(baselineRound.latency.p99)} most ${show(baselineRound.latency.most)} ms, empty after ${show(ours.emptyAfterMs)} ms`,
        );
      }
      await Promise.all([subject.close(), comparison.close()]);
      return figuresOf(rounds);
    } finally {
      await Promise.all([load.end(), baseline.stop()]);
      await parley.remove();
    }
  },
};

type Round = { ours: Delivered; baseline: Delivered };

function figuresOf(rounds: readonly Round[]): Figure[] {
  const own = (pick: (delivered: Delivered) => number) =>
    rounds.map(({ ours }) => ({ subject: { value: pick(ours), faults: ours.faults }, comparison: null }));
  const sampleOf = (delivered: Delivered): Sample => ({
    value: delivered.latency.p99,
    faults: delivered.faults,
    notes: {
      'ms most': delivered.latency.most,
      'µs Node an event': delivered.cpuUs.node,
      'µs PostgreSQL an event': delivered.cpuUs.postgres,
    },
  });
  return [
    { name: 'top-tier.p50', rounds: own(({ latency }) => latency.p50) },
    { name: 'top-tier.p99', rounds: own(({ latency }) => latency.p99) },
    {
      name: 'top-tier.p99.ratio',
      rounds: rounds.map(({ ours, baseline }) => ({ subject: sampleOf(ours), comparison: sampleOf(baseline) })),
    },
    { name: 'top-tier.empty', rounds: own(({ emptyAfterMs }) => emptyAfterMs) },
  ];
}
