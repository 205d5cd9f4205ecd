import type { Feature } from '../../platform/feature.ts';
import type { ApiKeyCall, RouteAudit } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { createAuditRecorder, deleteExpiredAuditEvents } from './audit-log.ts';
import { type SettingsDependencies, settingsHandlers } from './handlers.ts';
import { createKeyRequestRecorder } from './key-requests.ts';
import { deleteOldKeyHours } from './key-requests-repo.ts';

/** The account itself, its API keys, its audit log, and the initial data of the web app. */
export function createSettingsFeature(
  platform: Platform,
  dependencies: SettingsDependencies,
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
    handlers: settingsHandlers(platform, dependencies),
    maintenance: { audit: deleteExpiredAuditEvents, 'key requests': deleteOldKeyHours },
    async flush() {
      await keyRequests.close();
      await audit.close();
    },
  };
}

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Calls with API keys, and refused calls, are counted for all accounts in one statement. */
    keys: true;
  }
}
