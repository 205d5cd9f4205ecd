import type { Executor } from '../../platform/db/sql.ts';
import { type HealthCheck, ok, problem } from '../../platform/doctor/health-check.ts';
import { readBacklog } from './health-repo.ts';

const restart = 'Look at the log of the server of ROLE all or worker for what it could not do, and start it again.';

/** Whether what came in is understood and what is to go out goes. */
export function inboxHealth(database: Executor): HealthCheck[] {
  return [
    {
      name: 'Received',
      async look() {
        const { deliveries } = await readBacklog(database);
        if (deliveries === 0) return ok('everything stored is understood');
        return problem(`${deliveries} deliveries wait for over a minute to be understood`, restart);
      },
    },
    {
      name: 'Sending',
      async look() {
        const { sends, stuck } = await readBacklog(database);
        if (sends === 0 && stuck === 0) return ok('nothing waits past its time');
        return problem(`${sends} messages wait for over five minutes, ${stuck} are under way as long`, restart);
      },
    },
  ];
}
