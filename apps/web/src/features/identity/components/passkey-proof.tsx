import type { PasskeyAnswer } from '@parley/contract/types';
import { askOwnPasskey } from '../data/passkeys.ts';
import { PasskeyButton } from './passkey-button.tsx';

export type PasskeyProofProps = {
  label: string;
  danger?: boolean;
  act: (proof: { passkey: PasskeyAnswer }) => Promise<void>;
};

/** Does something that needs a passkey of the signed-in user. */
export function PasskeyProof({ label, danger = false, act }: PasskeyProofProps) {
  return <PasskeyButton label={label} danger={danger} run={async () => act({ passkey: await askOwnPasskey() })} />;
}
