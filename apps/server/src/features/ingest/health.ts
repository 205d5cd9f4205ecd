import type { Executor } from '../../platform/db/sql.ts';
import { type HealthCheck, ok, problem } from '../../platform/doctor/health-check.ts';
import { countBacklog } from './health-repo.ts';

/** Whether webhook deliveries are applied soon after they are stored. */
export function ingestHealth(database: Executor): HealthCheck[] {
  return [
    {
      name: 'Received',
      async run() {
        const deliveries = await countBacklog(database);
        if (deliveries === 0) return ok('every stored delivery is applied');
        return problem(
          `${deliveries} deliveries wait for over a minute to be applied`,
          'Look for errors in the log of the server of ROLE all or worker, and restart it.',
        );
      },
    },
  ];
}
