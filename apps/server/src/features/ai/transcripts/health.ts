import { access, constants } from 'node:fs/promises';
import type { Config } from '../../../platform/config.ts';
import { type HealthCheck, ok, problem } from '../../../platform/doctor/health-check.ts';

/** Whether the configured transcription engine can be run. */
export function transcriptionHealth({ TRANSCRIPTION_COMMAND: command }: Config): HealthCheck[] {
  const [program = ''] = command?.split(/ +/) ?? [];
  const run = async () => {
    if (command === undefined) return ok('none is configured');
    const fix = 'Make it executable, or change TRANSCRIPTION_COMMAND.';
    const found = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    return found ? ok('its command is there') : problem(`${program} can’t be run`, fix);
  };
  return [{ name: 'Transcription engine', run }];
}
