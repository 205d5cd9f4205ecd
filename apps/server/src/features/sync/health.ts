import type { Executor } from '../../platform/db/sql.ts';
import { type HealthCheck, ok, problem } from '../../platform/doctor/health-check.ts';
import { countLateChanges } from './health-repo.ts';

/** Whether screens hear of what was written. */
export function syncHealth(database: Executor): HealthCheck[] {
  return [
    {
      name: 'Feed',
      async look() {
        const late = await countLateChanges(database);
        if (late === 0) return ok('screens are told at once');
        return problem(
          `${late} changes wait for over half a minute to reach the screens`,
          'Keep a server of ROLE all or worker running, and look at its log.',
        );
      },
    },
  ];
}
