import { fileURLToPath } from 'node:url';

export type {
  AccountInput,
  AccountView,
  BookEntry,
  ControlError,
  CustomerMessageInput,
  Faults,
  Page,
  PhoneInput,
  PhoneMessage,
  PhoneUpdates,
  PhoneView,
  ReadyMessage,
  Timing,
  TrafficEntry,
  WebhookHabits,
} from './control-types.ts';
export { childLimits, noLimits, type SimulatorLimits, type SimulatorOptions, standAloneLimits } from './options.ts';
export { type Simulator, startSimulator } from './simulator.ts';

/**
 * Absolute path of the process to spawn: with an IPC channel it listens on a free port of 127.0.0.1, sends
 * `{type: 'ready', port}` and ends when the channel does. Pass SIMULATOR_SECRET in its environment and `--data FILE`.
 */
export const simulatorEntry: string = fileURLToPath(new URL('./main.ts', import.meta.url));
