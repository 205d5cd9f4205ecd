/**
 * `npm run bench [-- NAME…] [--quick] [--rounds N] [--only VARIANT] [--seconds N] [--clone] [--out]
 * [--node-flags 'FLAGS'] [--profile FOLDER]`: measures the product
 * beside a baseline in the same run and prints medians, spread and ratios against the bars. See docs/measurements.md.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { broadcastBench } from './broadcast.bench.ts';
import { contactsBench } from './contacts.bench.ts';
import { fanoutBench } from './fanout.bench.ts';
import type { Bench, BenchOptions } from './harness/bench.ts';
import { describeMachine } from './harness/machine.ts';
import { printTable, summarise } from './harness/summary.ts';
import { identityBench } from './identity.bench.ts';
import { importBench } from './import.bench.ts';
import { ingestBench } from './ingest.bench.ts';
import { mediaBench } from './media.bench.ts';
import { memoryBench } from './memory.bench.ts';
import { reportsBench } from './reports.bench.ts';
import { sendBench } from './send.bench.ts';
import { simulatorBench } from './simulator.bench.ts';
import { snapshotBench } from './snapshot.bench.ts';
import { stalledBench } from './stalled.bench.ts';
import { startBench } from './start.bench.ts';
import { templatesBench } from './templates.bench.ts';
import { topTierBench } from './top-tier.bench.ts';
import { webBench } from './web.bench.ts';
import { webhooksBench } from './webhooks.bench.ts';

const benches: Bench[] = [
  startBench,
  memoryBench,
  mediaBench,
  ingestBench,
  sendBench,
  simulatorBench,
  broadcastBench,
  fanoutBench,
  topTierBench,
  identityBench,
  stalledBench,
  contactsBench,
  importBench,
  snapshotBench,
  templatesBench,
  reportsBench,
  webhooksBench,
  webBench,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string' },
    seconds: { type: 'string' },
    clone: { type: 'boolean', default: false },
    out: { type: 'boolean', default: false },
    'node-flags': { type: 'string' },
    profile: { type: 'string' },
  },
});

const options: BenchOptions = {
  quick: values.quick,
  rounds: Number(values.rounds ?? (values.quick ? 2 : 5)),
  only: values.only,
  seconds: Number(values.seconds ?? (values.quick ? 5 : 60)),
  clone: values.clone,
  nodeFlags: values['node-flags']?.split(' ').filter((flag) => flag !== ''),
  profile: values.profile === undefined ? undefined : resolve(values.profile),
  say: (line) => console.log(line),
};

const chosen = positionals.length === 0 ? benches : benches.filter(({ name }) => positionals.includes(name));
const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown.join('", "')}": one of ${benches.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

let invalid = false;
for (const bench of chosen) {
  const before = describeMachine();
  options.say(`${bench.name}: ${bench.title} (load ${before.load.join(' ')})`);
  const summaries = (await bench.run(options)).map(summarise);
  printTable(summaries, options.say);
  invalid ||= summaries.some((summary) => summary.verdict === 'invalid');
  if (values.out)
    await keep(bench.name, { command: process.argv.slice(2), before, after: describeMachine(), summaries });
}
// A missed bar is a result; a lost row is a fault of the run.
process.exitCode = invalid ? 1 : 0;

async function keep(name: string, result: object): Promise<void> {
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().slice(0, 10)}-${name}.json`);
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
  options.say(`written to ${file}`);
}
