import type { Executor } from '../../platform/db/sql.ts';
import { type HealthCheck, ok, problem } from '../../platform/doctor/health-check.ts';
import { countUnplacedChanges } from './health-repo.ts';

/** Whether changes reach live connections. */
export function syncHealth(database: Executor): HealthCheck[] {
  return [
    {
      name: 'Feed',
      async run() {
        const delayed = await countUnplacedChanges(database);
        if (delayed === 0) return ok('every change has reached the feed');
        return problem(
          `${delayed} changes wait for over half a minute to reach the feed`,
          'Keep a server of ROLE all or worker running, and look for errors in its log.',
        );
      },
    },
  ];
}
