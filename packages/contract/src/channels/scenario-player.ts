export {
  type PlayOptions,
  playScenario,
  type ScenarioDriver,
  ScenarioFailed,
} from './play-scenario.ts';
export { createSandboxDriver, type SandboxCall } from './sandbox-driver.ts';
