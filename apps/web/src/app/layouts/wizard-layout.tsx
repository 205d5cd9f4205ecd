import { useLingui } from '@lingui/react/macro';
import { Outlet, useSearch } from '@tanstack/react-router';
import { Mark } from '../../ui/mark.tsx';
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
        <a className={styles.name} href="/" aria-label={t`Parley, to the start page`}>
          <Mark size={22} />
          <span>Parley</span>
        </a>
        <Steps label={t`Steps`} words={words} at={at} />
      </header>
      <main className={styles.column} id="main">
        <Outlet />
      </main>
    </div>
  );
}

/** Which of the four a page is; the last two are states of /initial-setup. */
function stepAt(path: string, state: unknown): number {
  if (path === '/initial-setup/business-info') return 0;
  if (path === '/initial-setup/referral-source') return 1;
  return state === 'first-message' ? 3 : 2;
}
