import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { resolveEmbeddedPaths } from '../apps/server/src/platform/postgres/paths.ts';
import { projectDir } from './prepare.mjs';

/** What a test sees of a command that works on a data directory. */
export type Run = { code: number | null; out: string; maxMemoryKb: number };
export type RunOptions = { env?: Record<string, string>; uid?: number; onStart?: (child: ChildProcess) => void };

const tellMemory = 'process.on("exit", () => console.error("memory", process.resourceUsage().maxRSS))';

/** Runs a script of this folder to its end. */
export function runCommand(command: string, args: string[], options: RunOptions & { cwd: string }): Promise<Run> {
  const child = spawn(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(tellMemory)}`, join(projectDir, 'scripts', command), ...args],
    {
      cwd: options.cwd,
      env: { PATH: process.env['PATH'], ...options.env },
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    },
  );
  options.onStart?.(child);
  let out = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const maxMemoryKb = Number(/memory (\d+)/.exec(out)?.[1]);
      resolve({
        code,
        out: out.replace(/memory \d+\n/, '').replace(/^.*ExperimentalWarning.*\n.*\n/gm, ''),
        maxMemoryKb,
      });
    });
  });
}

/** Asks the database of a data directory whose server runs. */
export async function ask<R extends pg.QueryResultRow>(dir: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: resolveEmbeddedPaths(dir).ownerUrl });
  client.on('error', () => undefined); // it fails the query
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Deliveries of half a megabyte each, which are a megabyte as text. */
export async function addDeliveries(dir: string, count: number): Promise<void> {
  await ask(
    dir,
    `insert into webhook_events (partition, seq, channel_id, client_id, body)
     select 0, (select count(*) from webhook_events) + n, gen_random_uuid(), gen_random_uuid(),
       decode(repeat(md5(n::text), 32768), 'hex') from generate_series(1, ${count}) n`,
  );
}
