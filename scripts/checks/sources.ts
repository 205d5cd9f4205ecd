import { type Check, failIfAny } from './check.ts';
import { lineAt, listProjectPaths, readProjectFiles, type SourceFile } from './project-files.ts';

/** Product code of the server: no tests, no helpers of tests. */
const serverCode = /^apps\/server\/src\/(?!testing\/)(?!.*\.(test|fixture)\.ts$).*\.ts$/;
const repoFile = /(repo|query)\.ts$/;

/** Files outside repositories that hold SQL, each with its reason. The list may only fall. */
export const sqlOutsideRepositories: Readonly<Record<string, string>> = {
  'apps/server/src/features/ingest/raw/raw-store.ts': 'the group commit on its own connection',
  'apps/server/src/platform/auth/audit.ts': 'one insert',
  'apps/server/src/platform/db/database.ts': 'names the account of a transaction',
  'apps/server/src/platform/db/migrate.ts': 'its own table of what has run',
  'apps/server/src/platform/db/sql.ts': 'declares what a statement is',
  'apps/server/src/platform/postgres/embedded.ts': 'makes the database',
  'apps/server/src/platform/notifier.ts': 'listen and notify',
};

/** Files that ask for the role that crosses accounts. Each caller is declared with its reason in a `feature.ts`. */
export const systemRoleUsers: readonly string[] = [
  'apps/server/src/entrypoints/main.ts',
  'apps/server/src/features/automations/calls.ts',
  'apps/server/src/features/automations/engine.ts',
  'apps/server/src/features/automations/secrets.ts',
  'apps/server/src/features/broadcasts/links/count-taps.ts',
  'apps/server/src/features/broadcasts/links/redirect-handlers.ts',
  'apps/server/src/features/broadcasts/sending/broadcaster.ts',
  'apps/server/src/features/channels/health-checks.ts',
  'apps/server/src/features/channels/directory.ts',
  'apps/server/src/features/channels/reseal.ts',
  'apps/server/src/features/channels/simulator.ts',
  'apps/server/src/features/channels/simulator-proxy.ts',
  'apps/server/src/features/channels/webhook-recorder.ts',
  'apps/server/src/features/feedback/deliver.ts',
  // Emails of an account are counted in the outbox, which accounts cannot see.
  'apps/server/src/features/webhooks/handlers.ts',
  'apps/server/src/features/feedback/reports.ts',
  'apps/server/src/features/feedback/settings.ts',
  'apps/server/src/features/identity/commands/second-factor.ts',
  'apps/server/src/features/identity/commands/setup-link.ts',
  'apps/server/src/features/identity/context.ts',
  'apps/server/src/features/imports/sources/paused-email.ts',
  'apps/server/src/features/imports/sources/source-secrets.ts',
  'apps/server/src/features/imports/sources/start-due.ts',
  'apps/server/src/features/ingest/apply/applier.ts',
  'apps/server/src/features/ingest/apply/apply-batch.ts',
  'apps/server/src/features/ingest/apply/replay.ts',
  'apps/server/src/features/messaging/auto-close/auto-closer.ts',
  'apps/server/src/features/messaging/state/apply-parked-statuses.ts',
  'apps/server/src/features/ingest/apply/replay.ts',
  'apps/server/src/features/messaging/dispatch/dispatcher.ts',
  'apps/server/src/features/messaging/dispatch/channel-queue.ts',
  'apps/server/src/features/messaging/dispatch/outcome-writer.ts',
  'apps/server/src/features/messaging/dispatch/scheduler.ts',
  'apps/server/src/features/messaging/dispatch/prepare-media.ts',
  'apps/server/src/features/ingest/raw/raw-store.ts',
  'apps/server/src/features/ingest/receive/receiver-handlers.ts',
  'apps/server/src/features/media/storage/media-folder.ts',
  'apps/server/src/features/notifications/check.ts',
  'apps/server/src/features/broadcasts/sending/tell-creator.ts',
  'apps/server/src/features/notifications/jobs.ts',
  'apps/server/src/features/notifications/worker.ts',
  'apps/server/src/features/operations/feature.ts',
  'apps/server/src/features/operations/notices.ts',
  'apps/server/src/features/operations/status.ts',
  'apps/server/src/features/ratings/worker.ts',
  'apps/server/src/features/reports/counting/counter.ts',
  'apps/server/src/features/settings/commands/create-client.ts',
  'apps/server/src/features/settings/audit-log.ts',
  'apps/server/src/features/settings/export/export-job.ts',
  'apps/server/src/features/settings/key-requests.ts',
  'apps/server/src/features/accounts/find-logo.ts',
  'apps/server/src/features/sync/sequencer.ts',
  'apps/server/src/features/templates/automatic-sync.ts',
  'apps/server/src/features/team/system-transactions.ts',
  'apps/server/src/features/ai/api-key.ts',
  'apps/server/src/features/webhooks/incoming/incoming-secrets.ts',
  'apps/server/src/features/webhooks/incoming/receiver-handlers.ts',
  'apps/server/src/features/webhooks/paused-email.ts',
  'apps/server/src/features/webhooks/secrets.ts',
  'apps/server/src/features/webhooks/worker.ts',
  'apps/server/src/platform/auth/authenticate.ts',
  'apps/server/src/platform/auth/signing-keys.ts',
  'apps/server/src/platform/db/database.ts',
  'apps/server/src/platform/db/roles-repo.ts',
  'apps/server/src/platform/db/table-statistics.ts',
  'apps/server/src/platform/db/target.ts',
  'apps/server/src/platform/jobs/runner.ts',
  'apps/server/src/platform/mail/worker.ts',
  'apps/server/src/platform/processes/process-monitor.ts',
  'apps/server/src/platform/maintenance.ts',
];

const sqlPatterns = [
  /\bstatement\(/,
  /[`'"]\s*(insert into|update \w+( \w+)? set|delete from|with \w+ as|listen|create (table|database|role)|alter role)\s/i,
  /[`'"]\s*select\s+(\d|\w+\(|[^`'"]*\bfrom\s)/i,
];
const systemRole = /\.system\b(?!\s*=)/;

/** SQL outside repositories, and list entries that are no longer needed. */
export function findSqlOutsideRepos(files: readonly SourceFile[], allowed: Readonly<Record<string, string>>): string[] {
  const holding = files.filter(({ text }) => sqlPatterns.some((pattern) => pattern.test(text)));
  const strays = holding.filter(({ path }) => !repoFile.test(path) && allowed[path] === undefined);
  return [
    ...strays.map(({ path, text }) => `${place(path, text, sqlPatterns)}: SQL belongs into a repo file`),
    ...unused(Object.keys(allowed), holding),
  ];
}

/** Uses of the role that crosses accounts outside the listed files, and list entries that are no longer needed. */
export function findSystemRoleUses(files: readonly SourceFile[], allowed: readonly string[]): string[] {
  const using = files.filter(({ text }) => systemRole.test(text));
  const strays = using.filter(({ path }) => !allowed.includes(path));
  return [
    ...strays.map(({ path, text }) => `${place(path, text, [systemRole])}: not a listed user of the system role`),
    ...unused(allowed, using),
  ];
}

function unused(allowed: readonly string[], found: readonly SourceFile[]): string[] {
  return allowed
    .filter((path) => !found.some((file) => file.path === path))
    .map((path) => `${path}: take it off the list, it does not need its exception`);
}

function place(path: string, text: string, patterns: readonly RegExp[]): string {
  const index = Math.min(...patterns.map((pattern) => text.search(pattern)).filter((at) => at >= 0));
  return `${path}:${lineAt(text, index)}`;
}

type Mark = { name: string; pattern: RegExp; files: RegExp };

const code = /\.(ts|tsx|mjs|cjs|css)$/;
const tests = /\.(test|spec)\.tsx?$/;

/** What must not stand in the code. Written so that this file does not find itself. */
export const marks: readonly Mark[] = [
  {
    name: 'no unfinished work',
    pattern: /\b(TO[D]O|FIX[M]E|XX[X])\b|[n]ot implemented|[c]oming soon|[l]orem ipsum/,
    files: code,
  },
  { name: 'no silenced checks', pattern: /@ts-(ignore|expect-error|nocheck)|(biome|eslint|oxlint)-[id]/, files: code },
  { name: 'no casts to any', pattern: /\bas\s+any\b|[<]any>/, files: /\.tsx?$/ },
  {
    name: 'no skipped tests',
    pattern: /\b(it|test|describe|suite)\.(skip|only|todo|fails|fixme)\b|\b(it|test|describe)\.(skipIf|runIf)\b/,
    files: tests,
  },
  {
    // `Select`, `SelectField`, `DateField`, `TimeField` and `Disclosure` stand for them, in one look.
    name: 'native selects, dates, times and details only in the UI kit',
    pattern: /<(select|details|summary)\b|\btype=(\{[^}]*)?["'](date|time|datetime-local|month|week)["']/,
    files: /^apps\/web\/src\/(?!ui\/).*\.tsx$/,
  },
];

export function findMarks(files: readonly SourceFile[], mark: Mark): string[] {
  return files
    .filter(({ path }) => mark.files.test(path))
    .flatMap(({ path, text }) => {
      const index = text.search(mark.pattern);
      return index < 0 ? [] : [`${path}:${lineAt(text, index)}: ${mark.pattern.exec(text)?.[0]}`];
    });
}

/** Rules about the text of sources that an import rule cannot see. */
export async function checkSources(): Promise<Check[]> {
  const paths = listProjectPaths();
  const server = readProjectFiles(paths, serverCode);
  const all = readProjectFiles(paths, code).filter(({ path }) => path !== 'scripts/checks/sources.test.ts');
  return [
    failIfAny('SQL only in repo files', findSqlOutsideRepos(server, sqlOutsideRepositories)),
    failIfAny('the system role only where it is listed', findSystemRoleUses(server, systemRoleUsers)),
    ...marks.map((mark) => failIfAny(mark.name, findMarks(all, mark))),
  ];
}
