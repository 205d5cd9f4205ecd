import type { Config } from '../../platform/config.ts';
import type { Executor } from '../../platform/db/sql.ts';
import { type Finding, type HealthCheck, ok, problem } from '../../platform/doctor/health-check.ts';
import { type ChannelStatus, listChannelStatuses } from './channel-status-repo.ts';
import { checkSimulatorFile } from './sandbox/simulator-file.ts';

/** Status of the channels from the database alone; WhatsApp is not called. */
export function channelsHealth(database: Executor, config: Config): HealthCheck[] {
  return [
    {
      name: 'Channels',
      async run() {
        const channels = await listChannelStatuses(database);
        const problems = channels.flatMap(problemsOf);
        return problems.length > 0 ? problems : ok(`${channels.length}, none paused`);
      },
    },
    { name: 'Sandbox', run: async () => checkSimulatorFile(config) },
  ];
}

function problemsOf(channel: ChannelStatus): Finding[] {
  const name = `"${channel.label}" of ${channel.account}`;
  const found: Finding[] = [];
  if (channel.state === 'PAUSED') {
    const why = channel.state_reason === null ? '' : ` (${channel.state_reason})`;
    found.push(problem(`${name} is paused${why}`, 'Fix it in the settings of the channel; what waits is sent then.'));
  }
  if (!channel.sandbox && !channel.verified) {
    found.push(
      problem(`${name} was never verified with WhatsApp`, 'Check its token and ids in the settings of the channel.'),
    );
  }
  if (channel.bad_signatures > 0) {
    found.push(
      problem(
        `${name} got deliveries with a wrong signature within a day (${channel.bad_signatures} in all)`,
        'Compare the app secret in its settings with the one of the app in question.',
      ),
    );
  }
  return found;
}
