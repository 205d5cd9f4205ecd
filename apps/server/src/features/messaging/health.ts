import type { Executor } from '../../platform/db/sql.ts';
import { type HealthCheck, ok, problem } from '../../platform/doctor/health-check.ts';
import { countBacklog } from './health-repo.ts';

/** Whether messages are sent on time. */
export function messagingHealth(database: Executor): HealthCheck[] {
  return [
    {
      name: 'Sending',
      async run() {
        const { overdue, stuck } = await countBacklog(database);
        if (overdue === 0 && stuck === 0) return ok('no message is overdue');
        return problem(
          `${overdue} messages wait for over five minutes, ${stuck} were started as long ago and have no outcome`,
          'Look for errors in the log of the server of ROLE all or worker, and restart it.',
        );
      },
    },
  ];
}
