/** A worker process for tests: runs the jobs of contacts, and kills itself in the middle of a transaction it was told. */
import pg from 'pg';
import { parseConfig } from '../../../platform/config.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { type Job, type JobKind, startJobs } from '../../../platform/jobs/runner.ts';
import { createLog } from '../../../platform/log.ts';
import type { Platform } from '../../../platform/platform.ts';
import { secretsFrom } from '../../../platform/secrets.ts';
import { localSignal } from '../../../platform/signal.ts';
import { contactsJobs } from '../public.ts';

const [, , url = '', killAtText = '', afterMsText = '0'] = process.argv;
/** The transaction of a job that is its last, counted from 1; 0: none. */
const killAt = Number(killAtText);
const afterMs = Number(afterMsText);
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

let transactions = 0;

function doomed(kind: JobKind): JobKind {
  return {
    ...kind,
    run: (job) => {
      const transaction: Job['transaction'] = (fn) => {
        if (++transactions === killAt) setTimeout(() => process.kill(process.pid, 'SIGKILL'), afterMs);
        return job.transaction(fn);
      };
      return kind.run({ ...job, isSliceOver: () => job.isSliceOver(), transaction });
    },
  };
}

startJobs(platform, contactsJobs.map(doomed), { soleProcess: true, sliceMs: 500, firstPauseMs: 20 });
