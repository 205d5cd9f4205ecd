import { accountsOperations } from './features/accounts/feature.ts';
import { aiOperations } from './features/ai/feature.ts';
import { answeringOperations } from './features/answering/feature.ts';
import { automationsOperations } from './features/automations/feature.ts';
import { broadcastsOperations } from './features/broadcasts/feature.ts';
import { channelsOperations } from './features/channels/feature.ts';
import { feedbackOperations } from './features/feedback/feature.ts';
import { identityOperations } from './features/identity/feature.ts';
import { importsOperations } from './features/imports/feature.ts';
import { ingestOperations } from './features/ingest/feature.ts';
import { mediaOperations } from './features/media/feature.ts';
import { messagingOperations } from './features/messaging/feature.ts';
import { notificationsOperations } from './features/notifications/feature.ts';
import { operationsOperations } from './features/operations/feature.ts';
import { ratingsOperations } from './features/ratings/feature.ts';
import { reportsOperations } from './features/reports/feature.ts';
import { settingsOperations } from './features/settings/feature.ts';
import { syncOperations } from './features/sync/feature.ts';
import { webhooksOperations } from './features/webhooks/feature.ts';
import type { BackedUpFiles } from './platform/backup/data-directory.ts';
import type { RestoreTasks } from './platform/backup/restore-database.ts';
import type { BackupProofs } from './platform/backup/verify-backup.ts';
import type { Config } from './platform/config.ts';
import type { OperatorAccess } from './platform/db/operator.ts';
import { databaseChecks } from './platform/doctor/database-checks.ts';
import type { HealthCheck } from './platform/doctor/health-check.ts';
import type { ImportTasks } from './platform/export/import-account.ts';
import type { FeatureOperations } from './platform/feature.ts';
import { platformOperations } from './platform/platform-feature.ts';

/** The features' functions for the operator's commands, in this order, while no server runs. */
const operations: readonly FeatureOperations[] = [
  accountsOperations,
  aiOperations,
  answeringOperations,
  automationsOperations,
  broadcastsOperations,
  channelsOperations,
  feedbackOperations,
  identityOperations,
  importsOperations,
  ingestOperations,
  messagingOperations,
  mediaOperations,
  notificationsOperations,
  operationsOperations,
  platformOperations,
  ratingsOperations,
  reportsOperations,
  settingsOperations,
  syncOperations,
  webhooksOperations,
];

/** For `npm run restore`: one transaction after the rows are restored, before any server starts on them. */
export const restoreTasks: RestoreTasks = Object.fromEntries(
  operations.flatMap(({ name, restore }) => (restore === undefined ? [] : [[name, restore]])),
);

/** For `npm run import-account`, before the restore tasks. */
export const importTasks: ImportTasks = Object.fromEntries(
  operations.flatMap(({ name, imported }) => (imported === undefined ? [] : [[name, imported]])),
);

/** For `npm run verify-backup`. */
export const backupProofs: BackupProofs = operations.flatMap(({ provesBackup }) => provesBackup ?? []);

/** The features' files in DATA_DIR. */
export const backedUpFiles: BackedUpFiles = {
  folders: operations.flatMap((each) => each.backedUpFiles?.folders ?? []),
  unfinished: operations.flatMap((each) => each.backedUpFiles?.unfinished ?? []),
  databases: operations.flatMap((each) => each.backedUpFiles?.databases ?? []),
};

/** The same, with what the settings say about them. */
export function backedUpFilesOf(config: Config): BackedUpFiles {
  const placed = operations.map(({ placesFiles }) => placesFiles?.(config) ?? {});
  return {
    ...backedUpFiles,
    leftOut: placed.flatMap(({ leftOut = [] }) => leftOut),
    elsewhere: placed.flatMap(({ elsewhere = [] }) => elsewhere),
  };
}

/** For `npm run doctor`: the installation, then the features. */
export function installationChecks(access: OperatorAccess, config: Config): HealthCheck[] {
  return [
    ...databaseChecks(access, config),
    ...operations.flatMap(({ healthChecks }) => healthChecks?.(access.database, config) ?? []),
  ];
}
