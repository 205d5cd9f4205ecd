import { useLingui } from '@lingui/react/macro';
import { ApiError } from '../../../platform/errors.ts';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { PasskeyError } from '../data/passkey-error.ts';

/** Texts for whatever goes wrong with a passkey: what happened and what to do. */
export function usePasskeyErrorText(): (error: unknown) => string {
  const { t } = useLingui();
  const serverWords = useServerErrorMessage();
  return (error) => {
    const reason = error instanceof PasskeyError ? error.kind : error instanceof ApiError ? reasonOf(error) : undefined;
    switch (reason) {
      case 'cancelled':
        return t`No passkey was used. Try again, or choose another way.`;
      case 'timed-out':
      case 'passkey_expired':
        return t`This took too long. Try again.`;
      case 'already-here':
      case 'passkey_exists':
        return t`This device or password manager already has a passkey for you. Use another one.`;
      case 'unsupported':
        return t`This device can’t keep a passkey. Use another device, a security key with a PIN, or an authenticator app.`;
      case 'wrong-page':
      case 'passkey_origin':
        return t`Passkeys don’t work at this address. Open Parley at its own address, or choose another way.`;
      case 'failed':
      case 'passkey_refused':
        return t`The passkey couldn’t be verified. Try again, or choose another way.`;
      case 'passkey_unknown':
        return t`This passkey was removed. Sign in another way and add it again in your personal settings.`;
      case 'passkey_copied':
        return t`This passkey was refused because it may have been copied. Sign in another way and remove it.`;
      default:
        return serverWords(error);
    }
  };
}

function reasonOf({ code, data }: ApiError): string {
  return code === 'invalid-credential' && data[0]?.field === 'passkey' ? 'passkey_refused' : code;
}
