import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
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
  const [open, setOpen] = useState(false);
  const close = (isOn: boolean) => {
    setOpen(false);
    if (isOn) onDone();
  };
  return (
    <>
      <div>
        <h1>{t`Set up two-step verification`}</h1>
        <p className={styles.lead}>{t`${account} requires it. You need an authenticator app on your phone.`}</p>
      </div>
      <Button variant="filled" size="lg" onClick={() => setOpen(true)}>{t`Set up`}</Button>
      <p className={styles.actions}>
        {hasOtherAccounts && <Link to="/switch-account" className={buttonClass()}>{t`Switch account`}</Link>}
        <Link to="/logout" className={buttonClass()}>{t`Sign out`}</Link>
      </p>
      {open && <SetUpTwoStepDialog onClose={close} />}
    </>
  );
}
