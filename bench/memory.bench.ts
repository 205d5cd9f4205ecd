import { WebSocket } from 'ws';
import { makeAccounts, signIn } from './harness/accounts.ts';
import type { Bench, BenchOptions, Figure, Sample } from './harness/bench.ts';
import { temporaryFolder } from './harness/folder.ts';
import { type Parley, startParley } from './harness/parley.ts';
import { cpuOf, isPostgres, processTree, proportionalMb } from './harness/processes.ts';

/** Proportional set size and processor time of an idle server with one signed-in user and an idle simulator. */
export const memoryBench: Bench = {
  name: 'memory',
  title: 'footprint at rest',
  async run(options) {
    const folder = await temporaryFolder('memory');
    const seen: IdleMemory[] = [];
    try {
      // The first start compiles everything and creates the account; it is reported separately.
      for (let round = 0; round <= Math.min(options.rounds, 3); round++)
        seen.push(await measureIdle(options, folder.path, round));
    } finally {
      await folder.remove();
    }
    const [first, ...warm] = seen;
    const figure = (name: Figure['name'], rests: IdleMemory[], pick: (rest: IdleMemory) => Sample): Figure => ({
      name,
      rounds: rests.map((one) => ({ subject: pick(one), comparison: null })),
    });
    return [
      figure('memory.node.first', first === undefined ? [] : [first], (one) => sample(one.serverMb)),
      figure('memory.node', warm, (one) => ({ ...sample(one.serverMb), notes: { 'MB launcher': one.launcherMb } })),
      figure('memory.postgres', warm, (one) => ({
        ...sample(one.postgresMb),
        notes: { 'PostgreSQL processes': one.postgresProcesses },
      })),
      figure('memory.tree', warm, (one) => ({
        ...sample(one.treeMb),
        notes: { 'MB launcher': one.launcherMb, 'MB simulator': one.simulatorMb },
      })),
      figure('memory.idle', warm, (one) => ({
        ...sample(one.nodeShare + one.postgresShare),
        notes: { '% Node': one.nodeShare, '% PostgreSQL': one.postgresShare },
      })),
    ];
  },
};

type IdleMemory = {
  serverMb: number;
  /** The memory above the server: the command's launcher, without npm. */
  launcherMb: number;
  postgresMb: number;
  postgresProcesses: number;
  simulatorMb: number;
  treeMb: number;
  nodeShare: number;
  postgresShare: number;
};

const treeAfterMs = 20_000;
const sample = (value: number): Sample => ({ value, faults: [] });
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function measureIdle(options: BenchOptions, dataDir: string, round: number): Promise<IdleMemory> {
  const settleMs = options.quick ? 5_000 : 30_000;
  const parley = await startParley(options, { dataDir });
  const socket = await openInbox(parley, round === 0);
  await sleep(Math.min(settleMs, treeAfterMs));
  const { treeMb } = measure(parley);
  await sleep(Math.max(settleMs - treeAfterMs, 0));
  const before = cpuOf(parley.launchedPid);
  // Idle processor time is measured in the second half of the minute, when everything has settled.
  await sleep(settleMs);
  const after = cpuOf(parley.launchedPid);
  const found = measure(parley);
  socket.close();
  await parley.stop();
  const result = {
    ...found,
    treeMb,
    nodeShare: ((after.node - before.node) / settleMs) * 100,
    postgresShare: ((after.postgres - before.postgres) / settleMs) * 100,
  };
  options.say(
    `  memory round ${round}: Node ${result.serverMb.toFixed(1)} MB, launcher ${result.launcherMb.toFixed(1)}, PostgreSQL ` +
      `${result.postgresMb.toFixed(1)} in ${result.postgresProcesses}, all ${result.treeMb.toFixed(1)}; idle Node ${result.nodeShare.toFixed(2)} %, ` +
      `PostgreSQL ${result.postgresShare.toFixed(2)} %`,
  );
  return result;
}

/** One sign-in, the list of threads, and the live connection of an open page. */
async function openInbox(parley: Parley, isFirst: boolean): Promise<WebSocket> {
  if (isFirst) await makeAccounts(parley, 1);
  const { id_token: token } = await signIn(parley);
  const answer = await fetch(`${parley.url}/api/threads`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`GET /api/threads: ${answer.status}`);
  const socket = new WebSocket(`${parley.url.replace('http', 'ws')}/api/sync`);
  socket.on('error', (error) => console.error(error.message));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'auth', token, cursor: null }));
  await new Promise((resolve) => socket.once('message', resolve));
  return socket;
}

function measure(parley: Parley): Omit<IdleMemory, 'nodeShare' | 'postgresShare'> {
  const tree = processTree(parley.launchedPid);
  const postgres = tree.filter(isPostgres);
  const sum = (pids: number[]) => pids.reduce((total, pid) => total + proportionalMb(pid), 0);
  const serverMb = proportionalMb(parley.pid);
  const launcherMb = parley.launchedPid === parley.pid ? 0 : proportionalMb(parley.launchedPid);
  const postgresMb = sum(postgres.map(({ pid }) => pid));
  const treeMb = sum(tree.map(({ pid }) => pid));
  // What is left is the simulator, and a small shell that ends PostgreSQL with us.
  const simulatorMb = treeMb - serverMb - launcherMb - postgresMb;
  return { serverMb, launcherMb, postgresMb, postgresProcesses: postgres.length, simulatorMb, treeMb };
}
