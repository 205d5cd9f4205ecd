export { RecoveryCodes } from './components/recovery-codes.tsx';
export { SetUpTwoStepDialog } from './components/set-up-two-step.tsx';
