/** A worker process for tests: counts a job up to its goal, ten a transaction, and is killed meanwhile. */
import pg from 'pg';
import { parseConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { statement } from '../db/sql.ts';
import { createLog } from '../log.ts';
import type { Platform } from '../platform.ts';
import { secretsFrom } from '../secrets.ts';
import { localSignal } from '../signal.ts';
import { startJobs } from './runner.ts';

const count = statement(
  'test.count',
  `with moved as (update job_probe set done = done + 10 where client_id = $1 and done < goal returning done, goal)
   , noted as (insert into job_probe_steps (client_id, step) select $1, done from moved)
   select done, goal from moved`,
);

const url = process.argv[2] ?? '';
const { host, port, database } = new pg.Client({ connectionString: url });
const place = { host, port, database: database ?? '' };
const platform: Platform = {
  config: parseConfig({}, '/tmp'),
  db: openDatabase({
    app: { ...place, user: 'parley_app' },
    system: { ...place, user: 'parley_system' },
    onError: () => undefined, // the process is killed at any moment
  }),
  log: createLog('silent'),
  secrets: secretsFrom(Buffer.alloc(32)),
  signal: localSignal(),
  publicUrl: () => '',
  localUrl: () => '',
};

startJobs(
  platform,
  [
    {
      name: 'test.count',
      async run(job) {
        for (;;) {
          const [row] = await job.transaction((tx) => tx.rows<{ done: number; goal: number }>(count, [tx.clientId]));
          if (row === undefined) return undefined;
          if (job.isSliceOver()) return 'again';
        }
      },
    },
  ],
  { soleProcess: process.argv[3] === 'sole', leaseMs: 400, sliceMs: 60 },
);
process.send?.('started');
