import { statfs } from 'node:fs/promises';
import pg from 'pg';
import { makeAccounts, signIn } from './harness/accounts.ts';
import type { BenchOptions, Figure } from './harness/bench.ts';
import { temporaryFolder } from './harness/folder.ts';
import {
  type Caller,
  callerOf,
  checkRows,
  type ImportState,
  readFile,
  settled,
  timed,
  uploadFile,
} from './harness/import-client.ts';
import { type Parley, startParley } from './harness/parley.ts';
import { isPostgres, processTree, proportionalMb } from './harness/processes.ts';
import { type ContactFile, contactFileOf } from './load/contact-files.ts';

/** The limits of an import. */
const largest = { rows: 2_000_000, bytes: 104_857_600 };
const smaller = { rows: 100_000, bytes: 5_242_880 };
const memoryEveryMs = 250;
const pollMs = 250;
const quietMs = 5_000;
/** The server is killed after this share of the run. */
const killedAt = 0.4;
const tokenForMs = 10 * 60_000;

/**
 * The largest allowed file, through the calls of the screen: uploaded, read, checked, imported, undone. The server is
 * killed in the middle of the run and started again. Every row is counted, in the import's result and in the tables.
 */
export async function measureLargest(options: BenchOptions): Promise<Figure[]> {
  const { rows, bytes } = options.quick ? smaller : largest;
  const file = contactFileOf(rows, bytes);
  const folder = await temporaryFolder('largest');
  let parley = await startParley({ ...options, profile: undefined }, { dataDir: folder.path });
  const database = new pg.Pool({ connectionString: parley.ownerUrl, max: 1 });
  database.on('error', () => undefined); // Killing the server also ends its database.
  const memory = watchMemory(() => parley);
  try {
    const [account] = await makeAccounts(parley, 1);
    if (account === undefined) throw new Error('no account was made');
    let token = { value: account.token, at: performance.now() };
    const direct = callerOf(() => ({ url: parley.url, token: token.value }));
    const call: Caller = async (method, path, body) => {
      if (performance.now() - token.at > tokenForMs)
        token = { value: (await signIn(parley)).id_token, at: performance.now() };
      return direct(method, path, body);
    };
    await new Promise((resolve) => setTimeout(resolve, quietMs));
    memory.begin();
    const freeBefore = await freeMb(folder.path);

    const upload = await timed(() => uploadFile(call, file.bytes));
    const read = await readFile(call, upload.result, pollMs);
    const check = await checkRows(call, read.result, pollMs);
    options.say(
      `  ${file.rows} rows, ${file.bytes.length} bytes: up ${s(upload.ms)}, read ${s(read.ms)}, checked ${s(check.ms)}`,
    );

    let again = 0;
    const run = await timed(async () => {
      await call('POST', `/imports/${upload.result}/start`);
      const before = await untilDone(call, upload.result, file.rows * killedAt);
      await parley.kill();
      const back = await timed(() => startParley({ ...options, profile: undefined }, { dataDir: folder.path }));
      parley = back.result;
      again = back.ms;
      const after = await call<ImportState>('GET', `/imports/${upload.result}`);
      options.say(`  killed at ${before.done} rows; ${s(back.ms)} later it is ${after.state} at ${after.done}`);
      return settled(call, upload.result, 'done', pollMs);
    });
    const faults = [...differences(check.result, run.result, file), ...(await miscounted(database, file.contacts))];
    for (const fault of faults) options.say(`  FAULT ${fault}`);
    const diskMb = freeBefore - (await freeMb(folder.path));
    const highest = memory.highest();
    options.say(
      `  written in ${s(run.ms)} (${s(again)} of them until the server was back); Node ${mb(highest.idleNode)} to ${mb(highest.node)}, ` +
        `with PostgreSQL ${mb(highest.idleAll)} to ${mb(highest.all)}; ${mb(diskMb)} of disk`,
    );

    const undo = await timed(async () => {
      await call('POST', `/imports/${upload.result}/undo`);
      return settled(call, upload.result, 'undone', pollMs);
    });
    const { undone, kept } = undo.result.result;
    const left = await miscounted(database, 0);
    if (undone !== file.contacts || kept !== 0) left.push(`${undone} undone, ${kept} kept`);
    options.say(`  undone in ${s(undo.ms)}`);
    for (const fault of left) options.say(`  FAULT ${fault}`);
    faults.push(...left);

    const one = (name: Figure['name'], value: number): Figure => ({
      name,
      rounds: [{ subject: { value, faults }, comparison: null }],
    });
    return [
      one('import.largest', (file.rows * 1_000) / run.ms),
      one('import.largest.memory', highest.node - highest.idleNode),
      one('import.largest.undo', (file.contacts * 1_000) / undo.ms),
    ];
  } finally {
    memory.end();
    await database.end();
    await parley.stop();
    await folder.remove();
  }
}

const s = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const mb = (size: number) => `${size.toFixed(0)} MB`;

async function untilDone(call: Caller, id: string, rows: number): Promise<ImportState> {
  for (;;) {
    const row = await call<ImportState>('GET', `/imports/${id}`);
    if (row.done >= rows || row.state !== 'running') return row;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** Differences between the results of check and run and the file. */
function differences(checked: ImportState, done: ImportState, file: ContactFile): string[] {
  const wanted = {
    'found new': [checked.check['new'], file.contacts],
    'found invalid': [checked.check['invalid'], file.invalidRows],
    'found twice': [checked.check['duplicates'], file.duplicateRows],
    'gone through': [done.done, file.rows],
    added: [done.result.added, file.contacts],
    updated: [done.result.updated, 0],
    rejected: [done.result.rejected, file.invalidRows + file.duplicateRows],
  };
  return Object.entries(wanted).flatMap(([what, [found, right]]) =>
    found === right ? [] : [`${found} rows ${what}, not ${right}`],
  );
}

/** Tables that do not have every contact of the file exactly once. */
async function miscounted(database: pg.Pool, contacts: number): Promise<string[]> {
  const counts = {
    contacts: 'select count(*)::int as n from contacts',
    numbers: 'select count(distinct phone_number)::int as n from contacts',
    identities: `select count(*)::int as n from contact_identities where kind = 'phone'`,
    memberships: 'select count(*)::int as n from contact_list_members',
    'field values': 'select count(*)::int as n from contact_field_values',
    'what is counted': `select coalesce(sum(n), 0)::int as n from contact_counts where scope = 'all'`,
  };
  const faults: string[] = [];
  for (const [what, query] of Object.entries(counts)) {
    const { rows } = await database.query<{ n: number }>(query);
    if (rows[0]?.n !== contacts) faults.push(`${what}: ${rows[0]?.n}, not ${contacts}`);
  }
  return faults;
}

async function freeMb(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / 1_048_576;
}

/** Peak memory of Node, and of all processes including the database's, from `begin` on. */
function watchMemory(server: () => Parley) {
  const look = () => {
    const { pid } = server();
    const node = proportionalMb(pid);
    const postgres = processTree(pid).filter(isPostgres);
    return { node, all: node + postgres.reduce((sum, one) => sum + proportionalMb(one.pid), 0) };
  };
  let idle = { node: 0, all: 0 };
  const most = { node: 0, all: 0 };
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      idle = look();
      timer = setInterval(() => {
        const now = look();
        most.node = Math.max(most.node, now.node);
        most.all = Math.max(most.all, now.all);
      }, memoryEveryMs);
    },
    highest: () => ({ idleNode: idle.node, idleAll: idle.all, ...most }),
    end: () => clearInterval(timer),
  };
}
