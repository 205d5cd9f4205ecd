import type { Flow, FlowStep } from '@parley/contract/types';

export type StepFormProps<S extends FlowStep = FlowStep> = {
  step: S;
  flow: Flow;
  setFlow: (change: (flow: Flow) => Flow) => void;
  onChange: (step: FlowStep) => void;
};
