import { useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { QueryScope } from '../../../platform/query.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { ConnectOrTry } from '../components/setup/connect-or-try.tsx';
import { FirstMessage } from '../components/setup/first-message.tsx';
import { OnlyAdmins } from '../components/setup/only-admins.tsx';
import styles from '../components/setup/setup.module.css';
import { useChecklist, useClient } from '../data/account-queries.ts';
import { addressOfStep, findNextStep, type SetupStep, stepOf } from '../data/setup-steps.ts';

/** /initial-setup: resumes the wizard; its own steps are connecting a number and the first message. */
export function InitialSetupPage() {
  const step = stepOf('/initial-setup', useSearch({ strict: false }));
  return (
    <QueryScope>
      <OnlyAdmins>
        {step === 'connect' && <ConnectOrTry />}
        {step === 'first-message' && <FirstMessage />}
        {step !== 'connect' && step !== 'first-message' && <ResumeSetup />}
      </OnlyAdmins>
    </QueryScope>
  );
}

function ResumeSetup() {
  const { t } = useLingui();
  const client = useClient();
  const checklist = useChecklist();
  const error = client.error ?? checklist.error;
  if (error) {
    const again = () => void Promise.all([client.refetch(), checklist.refetch()]);
    return <ProblemState title={t`Couldn’t load your progress`} error={error} onRetry={again} />;
  }
  if (!client.data || !checklist.data) return <p role="status">{t`Loading your progress`}</p>;
  const step = findNextStep(client.data, checklist.data);
  if (step !== null) return <RedirectToStep step={step} />;
  return (
    <>
      <div>
        <h1>{t`Your account is set up`}</h1>
        <p className={styles.lead}>{t`All done. You can change your answers in the settings.`}</p>
      </div>
      <p className={styles.actions}>
        <Link to="/inbox" className={buttonClass({ variant: 'filled' })}>{t`Open the inbox`}</Link>
        <Link
          to="/initial-setup/business-info"
          search={{ new: 1 }}
          className={buttonClass()}
        >{t`Create another account`}</Link>
      </p>
    </>
  );
}

/**
 * Redirects once, and only while this page is open: loading the next page takes time, and the user may leave meanwhile.
 */
function RedirectToStep({ step }: { step: SetupStep }) {
  const navigate = useNavigate();
  const led = useRef(false);
  useEffect(() => {
    if (led.current || window.location.pathname !== '/initial-setup') return;
    led.current = true;
    void navigate({ ...addressOfStep(step), replace: true });
  });
  return null;
}
