/**
 * `npm run bench [-- NAME…] [--quick] [--rounds N] [--only VARIANT] [--seconds N] [--clone] [--out] [--document]
 * [--node-flags 'FLAGS'] [--profile FOLDER]`: measures the product
 * beside a baseline in the same run and prints medians, spread and ratios against the bars. `--document` writes them to
 * docs/performance.md as well. By default one that is named has 5 rounds and loads of 60 s, all together have 2 and 15 s. `public` is those beside other programs, documented.
 * See docs/measurements.md.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { automationsBench } from './automations.bench.ts';
import { broadcastBench } from './broadcast.bench.ts';
import { budgetBench } from './budget.bench.ts';
import { contactsBench } from './contacts.bench.ts';
import { fanoutBench } from './fanout.bench.ts';
import { graphBench } from './graph.bench.ts';
import type { Bench, BenchOptions } from './harness/bench.ts';
import { documentResults } from './harness/document.ts';
import { removeLargeAccount } from './harness/large-account.ts';
import { describeMachine } from './harness/machine.ts';
import { printTable, summarise } from './harness/summary.ts';
import { historyBench } from './history.bench.ts';
import { identityBench } from './identity.bench.ts';
import { importBench } from './import.bench.ts';
import { inboxBench } from './inbox.bench.ts';
import { ingestBench } from './ingest.bench.ts';
import { mediaBench } from './media.bench.ts';
import { memoryBench } from './memory.bench.ts';
import { peersBench } from './peers.bench.ts';
import { phoneBench } from './phone.bench.ts';
import { reportsBench } from './reports.bench.ts';
import { screensBench } from './screens.bench.ts';
import { searchBench } from './search.bench.ts';
import { sendBench } from './send.bench.ts';
import { simulatorBench } from './simulator.bench.ts';
import { snapshotBench } from './snapshot.bench.ts';
import { stalledBench } from './stalled.bench.ts';
import { startBench } from './start.bench.ts';
import { templatesBench } from './templates.bench.ts';
import { togetherBench } from './together.bench.ts';
import { topTierBench } from './top-tier.bench.ts';
import { webBench } from './web.bench.ts';
import { webhooksBench } from './webhooks.bench.ts';

const benches: Bench[] = [
  startBench,
  memoryBench,
  mediaBench,
  ingestBench,
  sendBench,
  graphBench,
  simulatorBench,
  broadcastBench,
  budgetBench,
  fanoutBench,
  peersBench,
  topTierBench,
  identityBench,
  stalledBench,
  inboxBench,
  importBench,
  historyBench,
  // They share the account whose contacts the second deletes.
  snapshotBench,
  contactsBench,
  templatesBench,
  automationsBench,
  reportsBench,
  searchBench,
  togetherBench,
  webhooksBench,
  webBench,
  screensBench,
  phoneBench,
];

/** `npm run bench -- public`: beside programs that everyone can install, within half an hour, into docs/performance.md. */
const publicBenches = [peersBench, fanoutBench, searchBench];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string' },
    seconds: { type: 'string' },
    clone: { type: 'boolean', default: false },
    out: { type: 'boolean', default: false },
    document: { type: 'boolean', default: false },
    'node-flags': { type: 'string' },
    profile: { type: 'string' },
  },
});

const isPublic = positionals.length === 1 && positionals[0] === 'public';
const named = isPublic ? publicBenches : benches.filter(({ name }) => positionals.includes(name));
const chosen = positionals.length === 0 ? benches : named;
const whole = chosen === benches || isPublic;
const options: BenchOptions = {
  quick: values.quick,
  rounds: Number(values.rounds ?? (whole || values.quick ? 2 : 5)),
  only: values.only,
  seconds: Number(values.seconds ?? (values.quick ? 5 : whole ? 15 : 60)),
  clone: values.clone,
  nodeFlags: values['node-flags']?.split(' ').filter((flag) => flag !== ''),
  profile: values.profile === undefined ? undefined : resolve(values.profile),
  say: (line) => console.log(line),
};

const unknown = isPublic ? [] : positionals.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no bench "${unknown.join('", "')}": public, or one of ${benches.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

let invalid = false;
const beganAll = performance.now();
try {
  for (const bench of chosen) {
    const before = describeMachine();
    const began = performance.now();
    options.say(`${bench.name}: ${bench.title} (load ${before.load.join(' ')})`);
    const summaries = (await bench.run(options)).map(summarise);
    printTable(summaries, options.say);
    options.say(`${bench.name} took ${Math.round((performance.now() - began) / 1_000)} s`);
    invalid ||= summaries.some((summary) => summary.verdict === 'invalid');
    const after = describeMachine();
    if (values.out) await keep(bench.name, { command: process.argv.slice(2), before, after, summaries });
    if (values.document || isPublic) await documentResults(bench.name, { before, after, summaries });
  }
} finally {
  await removeLargeAccount();
}
if (chosen.length > 1) options.say(`all took ${Math.round((performance.now() - beganAll) / 60_000)} min`);
// A missed bar is a result; a lost row is a fault of the run.
process.exitCode = invalid ? 1 : 0;

async function keep(name: string, result: object): Promise<void> {
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().slice(0, 10)}-${name}.json`);
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
  options.say(`written to ${file}`);
}
