import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { session } from '../../../../platform/browser-session.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import styles from './setup.module.css';

/** Steps that change the account: a User sees who can do it, instead of an error at the end. */
export function OnlyAdmins({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const state = session.state();
  if (state.status === 'signed-out' || state.claims.role !== 'User') return children;
  return (
    <>
      <div>
        <h1>{t`Your account is set up by others`}</h1>
        <p className={styles.lead}>
          {t`An Owner or Admin of your account answers these questions. You can start right away.`}
        </p>
      </div>
      <p className={styles.actions}>
        <Link to="/inbox" className={buttonClass({ variant: 'filled' })}>{t`Open the inbox`}</Link>
        <Link
          to="/initial-setup/business-info"
          search={{ new: 1 }}
          reloadDocument
          className={buttonClass()}
        >{t`Create another account`}</Link>
      </p>
    </>
  );
}
