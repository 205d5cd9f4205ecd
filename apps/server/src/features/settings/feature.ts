import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { ApiKeyCall, RouteAudit } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MediaStorage } from '../media/public.ts';
import { createAuditRecorder, deleteExpiredAuditEvents } from './audit-log.ts';
import { exportHandlers } from './export/export-handlers.ts';
import { enqueueExportCleanup, exportCleanupJob, exportJob } from './export/export-job.ts';
import { registerExportDelivery } from './export/export-link.ts';
import { rebasePositions } from './forwarding/batch-repo.ts';
import { startForwarder } from './forwarding/forwarder.ts';
import { type SettingsDependencies, settingsHandlers } from './handlers.ts';
import { revokeImportedKeys } from './imported-repo.ts';
import { createKeyRequestRecorder } from './key-requests.ts';
import { deleteOldKeyHours } from './key-requests-repo.ts';

/** The account itself, its export, its API keys, its audit log, and the initial data of the web app. */
export function createSettingsFeature(
  platform: Platform,
  { storage, ...dependencies }: SettingsDependencies & { storage: MediaStorage },
): Feature & {
  /** Records calls and refusals. */
  routeAudit: RouteAudit;
  /** Counts the calls of API keys. */
  onApiKeyCall: (call: ApiKeyCall) => void;
} {
  const audit = createAuditRecorder(platform);
  const keyRequests = createKeyRequestRecorder(platform);
  return {
    name: 'settings',
    routeAudit: audit,
    onApiKeyCall: keyRequests.answered,
    handlers: { ...settingsHandlers(platform, dependencies), ...exportHandlers(platform) },
    registerRoutes: (http) => registerExportDelivery(http, platform, storage),
    paths: [{ prefix: '/exports' }],
    jobs: [exportJob(platform, storage), exportCleanupJob(storage)],
    maintenance: {
      audit: deleteExpiredAuditEvents,
      'key requests': deleteOldKeyHours,
      'account exports': enqueueExportCleanup,
    },
    rowLimits: { audit_forwardings: { things: 'destinations of the audit log', fix: 'Remove one first.' } },
    startWorkers: (options) => [startForwarder(platform, options)],
    async flush() {
      await keyRequests.close();
      await audit.close();
    },
  };
}

export const settingsOperations: FeatureOperations = {
  name: 'settings',
  imported: revokeImportedKeys,
  restore: (tx) => rebasePositions(tx, 'infinity'),
};

declare module '../../platform/notifier.ts' {
  interface Topics {
    /** Where the audit log is forwarded to has changed; the account. */
    audit_forwardings: true;
  }
}

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** The audit logs of all accounts are forwarded by the same workers. */
    audit: true;
    /** Calls with API keys, and refused calls, are counted for all accounts in one statement. */
    keys: true;
    /**
     * A new account does not exist while it is being created. An export reads all tables at one moment, also what the
     * account’s own role does not see: merged conversations.
     */
    settings: true;
  }
}
