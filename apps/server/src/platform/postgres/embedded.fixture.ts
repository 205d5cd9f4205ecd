// A process for the launcher's tests to kill: runs the embedded server of a folder, inserts row by row, and reports
// on standard output, one JSON object per line: {ready}, {row} once it was acknowledged, {exit}, {error}.
import { Client } from 'pg';
import { copyDatabase } from '../backup/copy-database.ts';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './embedded.ts';

type Order = {
  dataDir: string;
  nativeDir: string;
  systemDir: string;
  /** Switch to this user first; everything is loaded before, so the source may be unreadable for that user. */
  uid?: number;
  isInserting?: boolean;
  /** Restart automatically when the server dies. */
  isRestarting?: boolean;
  /** Copy the database of an earlier major version. */
  isUpgrading?: boolean;
  oldBinDir?: string;
};

const order: Order = JSON.parse(process.argv[2] ?? '{}');
const report = (line: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(line)}\n`);

if (order.uid !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(order.uid);
  process.setuid?.(order.uid);
}
try {
  await run();
} catch (error) {
  report({ error: error instanceof EmbeddedPostgresError ? error.message : String(error) });
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const server = await startEmbeddedPostgres({
    ...order,
    ...(order.isUpgrading ? { copyDatabase } : {}),
    log: (line) => report({ log: line }),
  });
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
  server.onExit((info) => {
    report({ exit: info });
    if (order.isRestarting) void server.restart().then(() => report({ restarted: true }));
  });
  report({ ready: true, url: server.ownerUrl });
  if (order.isInserting) await insertForEver(server.ownerUrl);
  else setInterval(() => {}, 60_000);
}

async function insertForEver(url: string): Promise<void> {
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('create table if not exists acknowledged (id bigint generated always as identity)');
      for (;;) {
        const { rows } = await client.query('insert into acknowledged default values returning id::int');
        report({ row: rows[0].id });
      }
    } catch (error) {
      report({ interrupted: String(error) });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
