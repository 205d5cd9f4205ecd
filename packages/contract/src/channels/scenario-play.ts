export {
  type PlayOptions,
  playScenario,
  ScenarioFailed,
  type ScenarioStage,
} from './play-scenario.ts';
export { type SandboxCall, sandboxStage } from './sandbox-stage.ts';
