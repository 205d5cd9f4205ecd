import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useAuthConfig } from '../data/auth-config.ts';
import { passkeyPlaceOfPage } from '../data/passkey-place.ts';
import { AddPasskeyDialog } from './add-passkey.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import styles from './identity.module.css';
import { SetUpTwoStepDialog } from './set-up-two-step.tsx';

export type TwoStepNeed = {
  /** The account that demands it. */
  account: string;
  hasOtherAccounts: boolean;
  onDone: () => void;
};

/** Nothing else is possible in this account before two-step verification is on. */
export function TwoStepNeeded({ account, hasOtherAccounts, onDone }: TwoStepNeed) {
  const { t } = useLingui();
  const config = useAuthConfig();
  const [open, setOpen] = useState<'app' | 'passkey' | null>(null);
  const close = (isOn: boolean) => {
    setOpen(null);
    if (isOn) onDone();
  };
  const withPasskey = config !== null && passkeyPlaceOfPage(config.passkey_origin) === 'here';
  return (
    <>
      <div>
        <h1>{t`Set up two-step verification`}</h1>
        <p className={styles.lead}>
          {withPasskey
            ? t`${account} requires it. Use an authenticator app on your phone or a passkey.`
            : t`${account} requires it. You need an authenticator app on your phone.`}
        </p>
      </div>
      <Button variant="filled" size="lg" onClick={() => setOpen('app')}>
        {withPasskey ? t`Set up an authenticator app` : t`Set up`}
      </Button>
      {withPasskey && <Button size="lg" onClick={() => setOpen('passkey')}>{t`Add a passkey`}</Button>}
      <p className={styles.actions}>
        {hasOtherAccounts && <Link to="/switch-account" className={buttonClass()}>{t`Switch account`}</Link>}
        <Link to="/logout" className={buttonClass()}>{t`Sign out`}</Link>
      </p>
      <ConfirmIdentity />
      {open === 'app' && <SetUpTwoStepDialog onClose={close} />}
      {open === 'passkey' && <AddPasskeyDialog onClose={close} />}
    </>
  );
}
