import { useLingui } from '@lingui/react/macro';
import { Outlet, useSearch } from '@tanstack/react-router';
import { Logo } from '../../ui/logo.tsx';
import { Steps } from '../../ui/steps.tsx';
import { usePage } from '../use-page.ts';
import styles from './wizard-layout.module.css';

/** First-time setup: the four steps at the top, one question below. */
export function WizardLayout() {
  const { t } = useLingui();
  const page = usePage();
  const { step } = useSearch({ strict: false });
  const words = [t`Your business`, t`How you found us`, t`Connect or try`, t`First message`];
  const at = stepAt(page?.path ?? '', step);
  return (
    <div className={styles.wizard} data-layout="wizard">
      <header className={styles.bar}>
        <a className={styles.name} href="/" aria-label={t`Parley, go to start page`}>
          <Logo size={22} />
          <span>Parley</span>
        </a>
        {at !== null && <Steps label={t`Steps`} words={words} at={at} />}
      </header>
      <main className={styles.column} id="main">
        <Outlet />
      </main>
    </div>
  );
}

/**
 * The step of a page; the last two steps are states of /initial-setup, which redirects or reports that setup is
 * complete.
 */
function stepAt(path: string, state: unknown): number | null {
  if (path === '/initial-setup/business-info') return 0;
  if (path === '/initial-setup/referral-source') return 1;
  if (state === 'connect') return 2;
  return state === 'first-message' ? 3 : null;
}
