import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Mark } from '../../ui/mark.tsx';
import styles from './auth-layout.module.css';

/** A narrow column under the wordmark: signing in, and the error page. */
export function AuthLayoutFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className={styles.auth} data-layout="auth">
      <main className={styles.column} id="main">
        <a className={styles.name} href="/" aria-label={t`Parley, to the start page`}>
          <Mark size={24} />
          <span>Parley</span>
        </a>
        {children}
      </main>
    </div>
  );
}
