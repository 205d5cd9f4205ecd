import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Bench, type BenchOptions, type Figure, type Sample, wanted } from './harness/bench.ts';
import { temporaryFolder } from './harness/folder.ts';
import { interleave } from './harness/interleave.ts';
import { type Parley, projectDir, startParley } from './harness/parley.ts';
import { cpuOf } from './harness/processes.ts';
import { wallMs } from './harness/worker.ts';

const run = promisify(execFile);

/** From the command that users type until the server is ready. */
export const startBench: Bench = {
  name: 'start',
  title: 'time to ready',
  async run(options) {
    const figures: Figure[] = [];
    if (wanted(options, 'start.warm')) {
      const folder = await temporaryFolder('start');
      // The first start creates the database and fills the compile cache.
      await (await startParley(options, { dataDir: folder.path })).stop();
      const start = () => timed(options, folder.path);
      const warm = await interleave(options, 'start.warm', { subject: start, comparison: null });
      figures.push(warm, { ...warm, name: 'start.warm.cpu', rounds: warm.rounds.map(processorTime) });
      const refuse = () => refused(folder.path);
      figures.push(await interleave(options, 'start.refused', { subject: refuse, comparison: null }));
      await folder.remove();
    }
    if (wanted(options, 'start.empty')) {
      figures.push(await interleave(options, 'start.empty', { subject: () => fromEmpty(options), comparison: null }));
    }
    if (options.clone) {
      figures.push({ name: 'start.clone', rounds: [{ subject: await fromClone(options), comparison: null }] });
    }
    return figures;
  },
};

async function timed(options: BenchOptions, dataDir: string): Promise<Sample> {
  const parley = await startParley(options, { dataDir, through: 'npm' });
  const { node, postgres } = cpuOf(parley.launchedPid);
  const faults = await faultsOf(parley);
  await parley.stop();
  return { value: parley.readyMs, faults, notes: { [cpuNote]: node + postgres } };
}

const cpuNote = 'ms processor';

function processorTime({ subject }: Figure['rounds'][number]): Figure['rounds'][number] {
  return { subject: { value: subject.notes?.[cpuNote] ?? 0, faults: subject.faults }, comparison: null };
}

/** From the launcher until it has ended with the line that names the setting. */
async function refused(dataDir: string): Promise<Sample> {
  const began = wallMs();
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: 'http' };
  const said = await run(process.execPath, ['scripts/start.mjs'], { cwd: projectDir, env }).then(
    () => 'it started',
    ({ stderr }: { stderr: string }) => stderr,
  );
  return { value: wallMs() - began, faults: said.includes('PORT: ') ? [] : [`it said: ${said}`] };
}

async function fromEmpty(options: BenchOptions): Promise<Sample> {
  const folder = await temporaryFolder('empty');
  try {
    return await timed(options, join(folder.path, 'data'));
  } finally {
    await folder.remove();
  }
}

/** Clones the committed state, then runs only `npm start`: it installs, builds and starts. The value is in seconds. */
async function fromClone(options: BenchOptions): Promise<Sample> {
  const folder = await temporaryFolder('clone');
  const cwd = join(folder.path, 'parley');
  try {
    await run('git', ['clone', '--quiet', projectDir, cwd]);
    const began = wallMs();
    const parley = await startParley(
      { ...options, nodeFlags: undefined, profile: undefined },
      { dataDir: join(cwd, 'data'), cwd, through: 'npm' },
    );
    const seconds = (wallMs() - began) / 1_000;
    options.say(`  ready ${seconds.toFixed(1)} s after npm start on a fresh clone`);
    const faults = await faultsOf(parley);
    await parley.stop();
    return { value: seconds, faults };
  } finally {
    await folder.remove();
  }
}

/** A server that reports ready must be ready. */
async function faultsOf(parley: Parley): Promise<string[]> {
  const answer = await fetch(`${parley.url}/readyz`);
  return answer.status === 200 ? [] : [`/readyz answered ${answer.status}`];
}
