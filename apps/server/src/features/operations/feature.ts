import type { Feature, FeatureOperations } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { operationsHealth } from './health.ts';
import { findOperator } from './installation-query.ts';
import { createMetrics } from './metrics.ts';
import { startNotices } from './notices.ts';
import { readStatus } from './status.ts';

/** The installation for its operator: status, metrics, and emails about problems. */
export function createOperationsFeature(platform: Platform): Feature {
  return {
    name: 'operations',
    handlers: {
      'GET /api/operator/status': async ({ actor }) => {
        const operator = await findOperator(platform.db.system.statements('operations'));
        const isOperator = operator !== null && operator.id === actor.uid;
        return { status: 200, body: { status: isOperator ? await readStatus(platform) : null } };
      },
    },
    metrics: createMetrics(platform),
    startWorkers: () => [startNotices(platform)],
  };
}

export const operationsOperations: FeatureOperations = {
  name: 'operations',
  healthChecks: operationsHealth,
};

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** Sizes and queues of the whole installation are measured, never rows of an account. */
    operations: true;
  }
}
