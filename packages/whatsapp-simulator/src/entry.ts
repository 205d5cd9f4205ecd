import { fileURLToPath } from 'node:url';

export { damagedExitCode, isDamage } from './storage/damage.ts';

/**
 * Absolute path of the process to spawn with an IPC channel: with `--child` it listens on a free port of 127.0.0.1, sends
 * `{type: 'ready', port}` and ends when the channel does. Pass SIMULATOR_SECRET and SIMULATOR_KEYS in its environment,
 * and `--data FILE`.
 */
export const simulatorEntry: string = fileURLToPath(new URL('./main.ts', import.meta.url));
