import { useEffect, useState } from 'react';
import { setIdentityPrompt } from '../../../platform/confirm-identity.ts';
import { QueryScope } from '../../../platform/query.tsx';
import { ConfirmIdentityDialog } from './confirm-identity-dialog.tsx';

/** The dialog of calls that need a recent sign-in; once on every page that makes some. */
export function ConfirmIdentity() {
  const [asking, setAsking] = useState<{ answer: (shown: boolean) => void } | null>(null);
  useEffect(
    () =>
      setIdentityPrompt(async () => {
        const shown = await new Promise<boolean>((answer) => setAsking({ answer }));
        setAsking(null);
        return shown;
      }),
    [],
  );
  if (asking === null) return null;
  return (
    <QueryScope>
      <ConfirmIdentityDialog onShown={() => asking.answer(true)} onClose={() => asking.answer(false)} />
    </QueryScope>
  );
}
