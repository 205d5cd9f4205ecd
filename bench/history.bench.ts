import pg from 'pg';
import { makeAccounts, signIn } from './harness/accounts.ts';
import { type Bench, type BenchOptions, type Figure, wanted } from './harness/bench.ts';
import { type Caller, callerOf, timed } from './harness/import-client.ts';
import { type Parley, startParley } from './harness/parley.ts';
import { proportionalMb } from './harness/processes.ts';
import { conversationParts } from './load/conversations.ts';

const memoryEveryMs = 250;
const lookEveryMs = 500;
const looksBefore = 40;
const pollMs = 250;
const quietMs = 5_000;
const tokenForMs = 5 * 60_000;

type Account = { parley: Parley; call: Caller; clientId: string; channelId: string };

/**
 * The conversations of a business that comes from another tool, a million messages with a hundred thousand people in
 * Parley's own format: how long they take, and what the inbox feels of it meanwhile. Then the same account leaves again
 * by *Export everything*.
 */
export const historyBench: Bench = {
  name: 'history',
  title: 'a million messages come, and leave again',
  async run(options) {
    const figures: Figure[] = [];
    if (!wanted(options, 'history') && !wanted(options, 'export')) return figures;
    const parley = await startParley(options);
    const database = new pg.Pool({ connectionString: parley.ownerUrl, max: 1 });
    try {
      const [made] = await makeAccounts(parley, 1);
      if (made === undefined) throw new Error('no account was made');
      let token = { value: made.token, at: performance.now() };
      const direct = callerOf(() => ({ url: parley.url, token: token.value }));
      const call: Caller = async (method, path, body) => {
        if (performance.now() - token.at > tokenForMs)
          token = { value: (await signIn(parley)).id_token, at: performance.now() };
        return direct(method, path, body);
      };
      const account = { parley, call, clientId: made.clientId, channelId: made.channelId };
      const people = options.quick ? 2_000 : 100_000;
      figures.push(...(await measureImport(options, account, database, people)));
      figures.push(...(await measureExport(options, account, people)));
      return figures;
    } finally {
      await database.end();
      await parley.remove();
    }
  },
};

const messagesEach = 10;

type ImportState = {
  state: string;
  error: string | null;
  found: Record<string, number>;
  imported: Record<string, number>;
};

async function measureImport(
  options: BenchOptions,
  { parley, call, clientId, channelId }: Account,
  database: pg.Pool,
  people: number,
): Promise<Figure[]> {
  // Once before: code is loaded, and the inbox has conversations.
  await importConversations(call, channelId, conversationParts(500, messagesEach, people));
  await pause(quietMs);
  const before = await looks(call, looksBefore);
  const memory = watchMemory(parley.pid);
  let over = false;
  const meanwhile = looks(call, Number.POSITIVE_INFINITY, () => over);
  const { ms, result } = await timed(() =>
    importConversations(call, channelId, conversationParts(people, messagesEach, 0), options.say),
  );
  over = true;
  const during = await meanwhile;
  const { idleMb, highestMb } = memory.end();
  const messages = people * messagesEach;
  const { rows } = await database.query<{ stored: string }>(
    'select count(*) stored from messages where client_id = $1',
    [clientId],
  );
  const stored = Number(rows[0]?.stored) - 500 * messagesEach;
  const faults = [
    ...(result.imported['messages'] === messages ? [] : [`${result.imported['messages']} of ${messages} imported`]),
    ...(stored === messages ? [] : [`${stored} of ${messages} stored`]),
  ];
  options.say(
    `  ${messages} messages of ${people} people in ${(ms / 1_000).toFixed(1)} s; Node ${idleMb.toFixed(0)} to ${highestMb.toFixed(0)} MB; ` +
      `inbox p95 ${p95(before).toFixed(1)} ms before, ${p95(during).toFixed(1)} meanwhile (${during.length} looks)`,
  );
  return [
    one('history.time', ms / 60_000, faults),
    one('history.memory', highestMb - idleMb, faults),
    {
      name: 'history.inbox',
      rounds: [{ subject: { value: p95(during), faults }, comparison: { value: p95(before), faults: [] } }],
    },
  ];
}

async function measureExport(options: BenchOptions, { parley, call }: Account, people: number): Promise<Figure[]> {
  await pause(quietMs);
  const memory = watchMemory(parley.pid);
  const { ms, result } = await timed(async () => {
    await call('POST', '/client/export', {});
    for (;;) {
      const { file } = await call<{ file: { state: string; size_bytes?: number } }>('GET', '/client/export');
      if (file.state === 'done') return file;
      if (file.state !== 'waiting' && file.state !== 'running') throw new Error(`the export is ${file.state}`);
      await pause(pollMs);
    }
  });
  const { idleMb, highestMb } = memory.end();
  const millions = (people * messagesEach) / 1_000_000;
  options.say(
    `  left in ${(ms / 1_000).toFixed(1)} s, ${JSON.stringify(result)}; Node ${idleMb.toFixed(0)} to ${highestMb.toFixed(0)} MB`,
  );
  return [one('export.time', ms / 60_000 / millions, []), one('export.memory', highestMb - idleMb, [])];
}

/** Uploads, reads and imports a file, as the page does. */
async function importConversations(
  call: Caller,
  channelId: string,
  parts: Iterable<Buffer>,
  say?: (line: string) => void,
): Promise<ImportState> {
  const body = { name: 'history.jsonl', channel_id: channelId };
  const { id } = await call<{ id: string }>('POST', '/history-imports', body);
  const upload = await timed(async () => {
    let at = 0;
    for (const part of parts) {
      await call('PUT', `/history-imports/${id}/content?offset=${at}`, part);
      at += part.length;
    }
  });
  const read = await timed(async () => {
    await call('POST', `/history-imports/${id}/read`);
    await settled(call, id, 'ready');
  });
  say?.(`  up in ${(upload.ms / 1_000).toFixed(1)} s, read in ${(read.ms / 1_000).toFixed(1)} s`);
  await call('POST', `/history-imports/${id}/start`, {});
  return settled(call, id, 'done');
}

async function settled(call: Caller, id: string, wantedState: string): Promise<ImportState> {
  for (;;) {
    const row = await call<ImportState>('GET', `/history-imports/${id}`);
    if (row.state === wantedState) return row;
    if (!['uploading', 'reading', 'running'].includes(row.state)) throw new Error(`${row.state}: ${row.error}`);
    await pause(pollMs);
  }
}

/** What a member does again and again: the list, and a conversation of it. @returns the time of each look, ms */
async function looks(call: Caller, count: number, isOver: () => boolean = () => false): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count && !isOver()) {
    const { ms } = await timed(async () => {
      const { data } = await call<{ data: { id: string }[] }>('GET', '/threads?limit=50');
      const thread = data[times.length % Math.max(1, data.length)];
      if (thread !== undefined) await call('GET', `/threads/${thread.id}/messages?limit=50`);
    });
    times.push(ms);
    await pause(count === Number.POSITIVE_INFINITY ? lookEveryMs : 50);
  }
  return times;
}

function watchMemory(pid: number) {
  const idleMb = proportionalMb(pid);
  let highestMb = idleMb;
  const timer = setInterval(() => {
    highestMb = Math.max(highestMb, proportionalMb(pid));
  }, memoryEveryMs);
  return {
    end() {
      clearInterval(timer);
      return { idleMb, highestMb };
    },
  };
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0;
}

function one(name: Figure['name'], value: number, faults: string[]): Figure {
  return { name, rounds: [{ subject: { value, faults }, comparison: null }] };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
