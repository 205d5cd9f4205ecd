export type {
  AccountInput,
  AccountView,
  ControlError,
  CustomerMessageInput,
  Faults,
  Page,
  PhoneCallView,
  PhoneInput,
  PhoneMessage,
  PhoneTemplate,
  PhoneUpdates,
  PhoneView,
  ReadyMessage,
  SendRecord,
  Timing,
  TrafficEntry,
  WebhookSettings,
} from './control-types.ts';
export { simulatorEntry } from './entry.ts';
export { childLimits, noLimits, type SimulatorLimits, type SimulatorOptions, standAloneLimits } from './options.ts';
export { type Simulator, startSimulator } from './simulator.ts';
