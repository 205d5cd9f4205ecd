import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { api } from '../../../platform/api.ts';
import { rememberMethod } from '../data/last-method.ts';
import { askPasskey } from '../data/passkeys.ts';
import { useCompleteSignIn } from '../data/redirect-after-sign-in.ts';
import { PasskeyButton } from './passkey-button.tsx';

/** Signs in with nothing but a passkey, which counts as both factors. */
export function PasskeySignIn({ next, tag }: { next: string | undefined; tag: ReactNode }) {
  const { t } = useLingui();
  const complete = useCompleteSignIn();
  const signIn = async () => {
    const { options } = await api('POST /api/auth/passkey-challenge', { body: {} });
    const tokens = await api('POST /api/auth/sign-in-passkey', { body: { passkey: await askPasskey(options) } });
    rememberMethod('passkey');
    await complete(tokens, next);
  };
  return (
    <PasskeyButton
      large
      label={
        <>
          {t`Sign in with a passkey`} {tag}
        </>
      }
      run={signIn}
    />
  );
}
