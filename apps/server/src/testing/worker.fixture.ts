/** A worker process for tests: runs jobs until it is killed, or kills itself in the middle of a given transaction. */
import { createWhatsAppClient } from '@parley/whatsapp-client';
import pg from 'pg';
import { parseConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import { statement } from '../platform/db/sql.ts';
import { type Job, type JobKind, startJobs } from '../platform/jobs/runner.ts';
import { createLog } from '../platform/log.ts';
import { createLocalNotifier } from '../platform/notifier.ts';
import type { Platform } from '../platform/platform.ts';
import { standaloneProcess } from '../platform/processes/process-monitor.ts';
import { secretsFrom } from '../platform/secrets.ts';
import type { WorkerOrder } from './worker.ts';

const order = JSON.parse(process.argv[2] ?? '') as WorkerOrder;
const { host, port, database } = new pg.Client({ connectionString: order.ownerUrl });
const place = { host, port, database: database ?? '' };
const platform: Platform = {
  config: parseConfig(
    order.allowedHosts === undefined
      ? {}
      : { ALLOWED_PRIVATE_HOSTS: order.allowedHosts, DATA_DIR: order.dataDir ?? '/tmp' },
    '/tmp',
  ),
  db: openDatabase({
    app: { ...place, user: 'parley_app' },
    system: { ...place, user: 'parley_system' },
    onError: () => undefined, // The process is killed at any moment.
  }),
  log: createLog('silent'),
  secrets: secretsFrom(Buffer.alloc(32)),
  notifier: createLocalNotifier(),
  serverProcess: standaloneProcess,
  publicUrl: () => '',
  localUrl: () => '',
};

const count = statement(
  'testing.count_steps',
  `with moved as (update job_probe set done = done + 10 where client_id = $1 and done < goal returning done, goal)
   , noted as (insert into job_probe_steps (client_id, step) select $1, done from moved)
   select done, goal from moved`,
);

/** Counts up to its goal, ten per transaction. */
const counting: JobKind = {
  name: 'test.count',
  async run(job) {
    for (;;) {
      const [row] = await job.transaction((tx) => tx.rows<{ done: number; goal: number }>(count, [tx.clientId]));
      if (row === undefined) return undefined;
      if (job.isSliceOver()) return 'again';
    }
  },
};

let transactions = 0;

function doomed(kind: JobKind): JobKind {
  return {
    ...kind,
    run: (job) => {
      const transaction: Job['transaction'] = (fn) => {
        if (++transactions === order.killAt) setTimeout(() => process.kill(process.pid, 'SIGKILL'), order.afterMs);
        return job.transaction(fn);
      };
      return kind.run({ ...job, isSliceOver: () => job.isSliceOver(), transaction });
    },
  };
}

// Loaded only when needed: a test starts dozens of these processes one after the other.
const kindsOf: Record<WorkerOrder['jobs'], () => Promise<JobKind[]>> = {
  answering: async () => {
    (await import('../features/answering/feature.ts'))
      .createAnsweringFeature(platform)
      .startWorkers?.({ soleProcess: true });
    return [];
  },
  automations: async () => {
    const { createAutomationsFeature } = await import('../features/automations/feature.ts');
    const { GRAPH_BASE_URL: baseUrl, GRAPH_VERSION: version } = platform.config;
    const graph = createWhatsAppClient({ baseUrl, version });
    createAutomationsFeature(platform, { clientFor: async () => graph }).startWorkers?.({ soleProcess: true });
    return [];
  },
  broadcasts: async () => (await import('../features/broadcasts/feature.ts')).broadcastsJobs(platform),
  closing: async () => {
    (await import('../features/messaging/auto-close/auto-closer.ts')).startAutoCloser(platform);
    (await import('../features/ratings/worker.ts')).startRatings(platform);
    (await import('../features/sync/sequencer.ts')).startSequencer(platform);
    return [];
  },
  history: async () => {
    const { createMediaServices } = await import('../features/media/public.ts');
    const { historyJobs } = await import('../features/history/jobs.ts');
    return [...historyJobs(platform, createMediaServices(platform))];
  },
  imports: async () => [...(await import('../features/imports/feature.ts')).importsJobs(platform)],
  notifications: async () => {
    (await import('../features/notifications/worker.ts')).startNotifications(platform);
    return [];
  },
  ratings: async () => {
    (await import('../features/ratings/worker.ts')).startRatings(platform);
    return [];
  },
  reports: async () => {
    (await import('../features/reports/counting/counter.ts')).startCounter(platform);
    return [];
  },
  transcripts: async () => {
    const { createMediaServices } = await import('../features/media/public.ts');
    const { transcriptJob } = await import('../features/ai/transcripts/job.ts');
    return [transcriptJob(platform, createMediaServices(platform).uploadedFiles)];
  },
  counting: async () => [counting],
};
const kinds = await kindsOf[order.jobs]();
startJobs(platform, kinds.map(doomed), order.runner);
process.send?.('started');
