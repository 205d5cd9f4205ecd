export { AddPasskeyDialog } from './components/add-passkey.tsx';
export { PasskeyProof } from './components/passkey-proof.tsx';
export { RecoveryCodes } from './components/recovery-codes.tsx';
export { SetUpTwoStepDialog } from './components/set-up-two-step.tsx';
