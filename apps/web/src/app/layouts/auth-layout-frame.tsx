import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import styles from './auth-layout.module.css';

/** A single column under the wordmark, for signing in and the error page. */
export function AuthLayoutFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className={styles.auth} data-layout="auth">
      <main className={styles.column} id="main">
        <a className={styles.name} href="/" aria-label={t`Parley, go to start page`}>
          <Logo size={24} />
          <span>Parley</span>
        </a>
        {children}
      </main>
    </div>
  );
}
