import pg from 'pg';
import { connectInstallation } from '../scripts/seed/installation.ts';
import { openSandbox } from '../scripts/seed/sandbox.ts';
import { startFloorDatabase } from './floor/postgres.ts';
import { makeAccounts } from './frame/accounts.ts';
import { type Bench, type BenchOptions, type Figure, type Sample, wanted } from './frame/bench.ts';
import { interleave } from './frame/interleave.ts';
import { type Parley, startParley } from './frame/parley.ts';
import { proportionalMb } from './frame/processes.ts';

/** As the screen sends a file. */
const partBytes = 1_048_576;
const lookEveryMs = 20;
const memoryEveryMs = 100;
const writeEveryMs = 500;

type ImportState = {
  id: string;
  state: string;
  error: string | null;
  columns: { suggestion: object }[];
  checked_ms: number | null;
  check: Record<string, number>;
  result: { added: number; updated: number; rejected: number };
};

/**
 * Imports of files of people with a field, lists and numbers written in three ways: how fast rows come in beside plain
 * upserts of a thousand, how long all rows are checked, and what a file of a million does to memory and to the inbox.
 */
export const importBench: Bench = {
  name: 'import',
  title: 'files of contacts',
  async run(options) {
    const figures: Figure[] = [];
    if (wanted(options, 'import.rows')) figures.push(...(await measureRows(options)));
    if (wanted(options, 'import.million')) figures.push(...(await measureMillion(options)));
    return figures;
  },
};

/** Numbers that nobody has twice in a run, one in ten with spaces, one in ten without country code. */
function fileOf(rows: number, from: number): Buffer {
  const lines = ['Phone,Name,Town,Lists'];
  for (let n = 0; n < rows; n++) {
    const digits = String(1_500_000_000 + from + n);
    const phone =
      n % 10 === 3 ? `+49 ${digits.slice(0, 4)} ${digits.slice(4)}` : n % 10 === 7 ? `0${digits}` : `+49${digits}`;
    lines.push(`${phone},Person ${from + n},Town ${n % 500},List ${n % 7}`);
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

type Caller = <T>(method: string, path: string, body?: unknown) => Promise<T>;

function callerOf(parley: Parley, token: string): Caller {
  return async (method, path, body) => {
    const isBytes = body instanceof Buffer;
    const response = await fetch(`${parley.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return JSON.parse(await response.text());
  };
}

async function settled(call: Caller, id: string, wantedState: string): Promise<ImportState> {
  for (;;) {
    const row = await call<ImportState>('GET', `/imports/${id}`);
    if (row.state === wantedState) return row;
    if (!['reading', 'checking', 'running'].includes(row.state)) throw new Error(`${row.state}: ${row.error}`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const began = performance.now();
  const result = await work();
  return { ms: performance.now() - began, result };
}

/** Brings a file through every step. @returns what each took, the upload not counted */
async function importFile(call: Caller, file: Buffer) {
  const { id } = await call<{ id: string }>('POST', '/imports', { name: 'bench.csv' });
  for (let at = 0; at < file.length; at += partBytes)
    await call('PUT', `/imports/${id}/content?offset=${at}`, file.subarray(at, at + partBytes));
  const read = await timed(async () => {
    await call('POST', `/imports/${id}/read`, {});
    return settled(call, id, 'mapping');
  });
  const mapping = read.result.columns.map(({ suggestion }) => suggestion);
  const check = await timed(async () => {
    await call('PUT', `/imports/${id}/mapping`, { mapping, rules: {} });
    return settled(call, id, 'ready');
  });
  const run = await timed(async () => {
    await call('POST', `/imports/${id}/start`);
    return settled(call, id, 'done');
  });
  return { readMs: read.ms, checkMs: check.ms, runMs: run.ms, checked: check.result, done: run.result };
}

async function measureRows(options: BenchOptions): Promise<Figure[]> {
  const parley = await startParley(options);
  const database = await startFloorDatabase();
  const engine = new pg.Client({ connectionString: database.ownerUrl });
  await engine.connect();
  try {
    await engine.query(`create table people (client_id uuid not null, id uuid not null, phone text not null, name text not null,
      custom_fields jsonb not null, created_at timestamptz not null default now(), primary key (client_id, id), unique (client_id, phone))`);
    const [account] = await makeAccounts(parley, 1);
    if (account === undefined) throw new Error('no account was made');
    const call = callerOf(parley, account.token);
    const rows = options.quick ? 20_000 : 100_000;
    const checks: Figure['rounds'] = [];
    let from = 0;
    const subject = async (round: number): Promise<Sample> => {
      const came = await importFile(call, fileOf(rows, from));
      from += rows;
      const { added, rejected } = came.done.result;
      const faults = added === rows && rejected === 0 ? [] : [`${added} of ${rows} added, ${rejected} rejected`];
      const ofHundredThousand = (came.checkMs * 100_000) / rows;
      if (round > 0) checks.push({ subject: { value: ofHundredThousand, faults }, comparison: null });
      return {
        value: (rows * 1_000) / (came.readMs + came.runMs),
        faults,
        notes: { 'read ms': came.readMs, 'check ms': came.checkMs, 'run ms': came.runMs },
      };
    };
    let at = 0;
    const comparison = async (): Promise<Sample> => {
      const { ms } = await timed(async () => {
        for (let n = 0; n < rows; n += 1_000) {
          const numbers = Array.from({ length: 1_000 }, () => String(491_500_000_000 + at++));
          await engine.query({
            name: 'upsert',
            text: `insert into people (client_id, id, phone, name, custom_fields)
              select '00000000-0000-0000-0000-000000000001', gen_random_uuid(), phone, 'Person ' || phone, jsonb_build_object('1', 'Town')
              from unnest($1::text[]) phone on conflict (client_id, phone) do update set name = excluded.name`,
            values: [numbers],
          });
        }
      });
      return { value: (rows * 1_000) / ms, faults: [] };
    };
    const figure = await interleave(options, 'import.rows', { subject, comparison });
    return [figure, { name: 'import.check', rounds: checks }];
  } finally {
    await engine.end();
    await database.stop();
    await parley.remove();
  }
}

async function measureMillion(options: BenchOptions): Promise<Figure[]> {
  const parley = await startParley(options);
  const installation = await connectInstallation(parley.dataDir, parley.url, async () => undefined);
  try {
    const [account] = await makeAccounts(parley, 1);
    if (account === undefined) throw new Error('no account was made');
    const call = callerOf(parley, account.token);
    const sandbox = await openSandbox(installation, account.clientId);
    const phone = await sandbox.makePhone({ name: 'Amara', phone_number: '447700900118' });
    let written = 0;
    /** From the customer's message to its change in the feed, which is when screens have it. */
    const roundTrip = async (): Promise<number> => {
      const { ms } = await timed(async () => {
        const body = `Hello ${written++}`;
        await sandbox.write(phone, 'text', { body });
        for (;;) {
          const { rows } = await installation.owner.query(
            `select from messages m join changes c on c.client_id = m.client_id and c.row_id = m.id::text
             where m.client_id = $1 and m.direction = 'INCOMING' and m.content->>'body' = $2 limit 1`,
            [account.clientId, body],
          );
          if (rows.length > 0) return;
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      });
      return ms;
    };
    // Once before anything is measured: code is loaded, pools are open.
    await importFile(call, fileOf(5_000, 900_000_00));
    for (let n = 0; n < 10; n++) await roundTrip();
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const idleMb = proportionalMb(parley.pid);
    let highestMb = idleMb;
    const memory = setInterval(() => {
      highestMb = Math.max(highestMb, proportionalMb(parley.pid));
    }, memoryEveryMs);
    const trips: number[] = [];
    let over = false;
    const inbox = (async () => {
      while (!over) {
        trips.push(await roundTrip());
        await new Promise((resolve) => setTimeout(resolve, writeEveryMs));
      }
    })();
    const rows = options.quick ? 100_000 : 1_000_000;
    const { ms, result } = await timed(() => importFile(call, fileOf(rows, 0)));
    over = true;
    await inbox;
    clearInterval(memory);
    const { added } = result.done.result;
    const faults = added === rows ? [] : [`${added} of ${rows} added`];
    trips.sort((one, other) => one - other);
    const p95 = trips[Math.min(trips.length - 1, Math.floor(trips.length * 0.95))] ?? 0;
    options.say(
      `  ${rows} rows in ${(ms / 1_000).toFixed(1)} s (read ${(result.readMs / 1_000).toFixed(1)}, check ${(result.checkMs / 1_000).toFixed(1)}, ` +
        `run ${(result.runMs / 1_000).toFixed(1)}); memory ${idleMb.toFixed(0)} to ${highestMb.toFixed(0)} MB; ` +
        `${trips.length} messages, p50 ${trips[Math.floor(trips.length / 2)]?.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    );
    const one = (name: Figure['name'], value: number): Figure => ({
      name,
      rounds: [{ subject: { value, faults }, comparison: null }],
    });
    return [one('import.memory', highestMb - idleMb), one('import.inbox', p95)];
  } finally {
    await installation.close();
    await parley.remove();
  }
}
