import { performance } from 'node:perf_hooks';
import type { InstallationStatus, OperatorProblem } from '@parley/contract/types';
import type { Registry } from 'prom-client';
import { eventCounts } from '../../platform/event-counts.ts';
import type { MetricsSource } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { readStatus } from './status.ts';

/** Several scrapers, and the gauges of one scrape, share an answer. */
const sameAnswerMs = 2_000;

type Reading = { name: string; help: string; of(status: InstallationStatus): number | null };

/** What `/metrics` says about the installation, beside the process's own figures. */
const readings: readonly Reading[] = [
  {
    name: 'parley_disk_free_bytes',
    help: 'Free space of the fullest data disk.',
    of: ({ disk }) => disk?.free_bytes ?? null,
  },
  { name: 'parley_disk_size_bytes', help: 'Size of that disk.', of: ({ disk }) => disk?.total_bytes ?? null },
  { name: 'parley_database_size_bytes', help: 'Size of the database.', of: ({ database }) => database.bytes },
  {
    name: 'parley_database_dead_rows',
    help: 'Rows that vacuum has not removed yet.',
    of: ({ database }) => database.dead_rows,
  },
  {
    name: 'parley_database_live_rows',
    help: 'Rows of all tables, as estimated.',
    of: ({ database }) => database.live_rows,
  },
  {
    name: 'parley_database_connections',
    help: 'Open connections to the database.',
    of: ({ database }) => database.connections,
  },
  {
    name: 'parley_database_connections_limit',
    help: 'Connections that PostgreSQL allows.',
    of: ({ database }) => database.most_connections,
  },
  { name: 'parley_processes', help: 'Server processes on this database.', of: ({ processes }) => processes },
  { name: 'parley_sends_waiting', help: 'Messages that are due and not sent.', of: ({ sends }) => sends.waiting },
  {
    name: 'parley_sends_oldest_seconds',
    help: 'How long the oldest of them is due.',
    of: ({ sends }) => sends.oldest_s ?? 0,
  },
  {
    name: 'parley_sends_without_outcome',
    help: 'Sends begun over five minutes ago whose outcome is unknown.',
    of: ({ sends }) => sends.without_outcome,
  },
  {
    name: 'parley_webhooks_waiting',
    help: 'Stored deliveries that are not applied.',
    of: ({ webhooks }) => webhooks.waiting,
  },
  {
    name: 'parley_webhooks_oldest_seconds',
    help: 'Age of the oldest of them.',
    of: ({ webhooks }) => webhooks.oldest_s ?? 0,
  },
  { name: 'parley_feed_waiting', help: 'Changes without a position in the feed.', of: ({ feed }) => feed.waiting },
  { name: 'parley_feed_lag_seconds', help: 'Age of the oldest of them.', of: ({ feed }) => feed.oldest_s ?? 0 },
  { name: 'parley_jobs_waiting', help: 'Jobs that wait.', of: ({ jobs }) => jobs.waiting },
  { name: 'parley_jobs_running', help: 'Jobs that run.', of: ({ jobs }) => jobs.running },
  { name: 'parley_jobs_failed', help: 'Jobs that failed within a day.', of: ({ jobs }) => jobs.failed },
  { name: 'parley_emails_waiting', help: 'Emails to send.', of: ({ emails }) => emails.waiting },
  { name: 'parley_emails_failed', help: 'Emails that could not be sent.', of: ({ emails }) => emails.failed },
  {
    name: 'parley_backup_age_seconds',
    help: 'Time since the last backup; before the first one, since the installation was made.',
    of: ({ backup_age_s, installed_s }) => backup_age_s ?? installed_s,
  },
];

/** Adds the installation's figures to the registry of `/metrics`. */
export function createMetrics(platform: Platform): MetricsSource {
  return (registry, { Gauge, Counter }) => {
    const status = sharedStatus(platform);
    for (const { name, help, of } of readings) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          const found = await status();
          const value = found === null ? null : of(found);
          if (value === null) this.remove();
          else this.set(value);
        },
      });
    }
    new Gauge({
      name: 'parley_database_up',
      help: '1 while the database answers.',
      registers: [registry],
      async collect() {
        this.set((await status()) === null ? 0 : 1);
      },
    });
    new Gauge({
      name: 'parley_problem',
      help: '1 for each problem that the operator is told about.',
      labelNames: ['problem'],
      registers: [registry],
      async collect() {
        this.reset();
        const problems: readonly OperatorProblem[] = (await status())?.problems ?? ['database_silent'];
        for (const problem of problems) this.set({ problem }, 1);
      },
    });
    new Gauge({
      name: 'parley_build_info',
      help: 'Versions of this process.',
      labelNames: ['version', 'node', 'postgres'],
      registers: [registry],
      async collect() {
        this.reset();
        const versions = (await status())?.versions;
        if (versions === undefined) return;
        this.set({ version: versions.parley, node: versions.node, postgres: versions.postgres }, 1);
      },
    });
    addEventCounter(registry, Counter);
  };
}

function addEventCounter(registry: Registry, Counter: typeof import('prom-client').Counter): void {
  new Counter({
    name: 'parley_events_total',
    help: 'Calls by class of their status, failed sign-ins, refused calls and database faults of this process.',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [event, count] of eventCounts()) this.inc({ event }, count);
    },
  });
}

/** @returns null while the database does not answer */
function sharedStatus(platform: Platform): () => Promise<InstallationStatus | null> {
  let answer: Promise<InstallationStatus | null> | undefined;
  let until = 0;
  return () => {
    if (answer === undefined || performance.now() > until) {
      until = performance.now() + sameAnswerMs;
      answer = platform.db.silence
        .unlessSilent(() => readStatus(platform))
        .catch((error: unknown) => {
          platform.log.warn({ err: error }, 'the installation could not be measured');
          return null;
        });
    }
    return answer;
  };
}
