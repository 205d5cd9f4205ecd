import { channelsHealth } from './features/channels/public.ts';
import { inboxHealth } from './features/inbox/public.ts';
import { syncHealth } from './features/sync/public.ts';
import type { Config } from './platform/config.ts';
import type { OperatorAccess } from './platform/db/operator.ts';
import { databaseChecks } from './platform/doctor/database-checks.ts';
import type { HealthCheck } from './platform/doctor/health-check.ts';

/** What the doctor looks at in the database: the installation, then the features, a line each. */
export function checksOfDatabase(access: OperatorAccess, config: Config): HealthCheck[] {
  const { database } = access;
  return [
    ...databaseChecks(access, config),
    ...channelsHealth(database),
    ...inboxHealth(database),
    ...syncHealth(database),
  ];
}
