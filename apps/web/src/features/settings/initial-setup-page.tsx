import { useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { QueryScope } from '../../platform/query.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ProblemState } from '../../ui/problem-state.tsx';
import { useChecklist, useClient } from './account-queries.ts';
import { ConnectOrTry } from './connect-or-try.tsx';
import { FirstMessage } from './first-message.tsx';
import { OnlyAdmins } from './only-admins.tsx';
import styles from './setup.module.css';
import { addressOfStep, type SetupStep, stepOf, stepToGoOn } from './setup-steps.ts';

/** /initial-setup: goes on where the account stands; its own states are connecting a number and the first message. */
export function InitialSetupPage() {
  const step = stepOf('/initial-setup', useSearch({ strict: false }));
  return (
    <QueryScope>
      <OnlyAdmins>
        {step === 'connect' && <ConnectOrTry />}
        {step === 'first-message' && <FirstMessage />}
        {step !== 'connect' && step !== 'first-message' && <GoOn />}
      </OnlyAdmins>
    </QueryScope>
  );
}

function GoOn() {
  const { t } = useLingui();
  const client = useClient();
  const checklist = useChecklist();
  const error = client.error ?? checklist.error;
  if (error) {
    const again = () => void Promise.all([client.refetch(), checklist.refetch()]);
    return <ProblemState title={t`Where you stopped could not be read`} error={error} onRetry={again} />;
  }
  if (!client.data || !checklist.data) return <p role="status">{t`Looking up where you stopped`}</p>;
  const step = stepToGoOn(client.data, checklist.data);
  if (step !== null) return <LeadOn step={step} />;
  return (
    <>
      <div>
        <h1>{t`Your account is set up`}</h1>
        <p
          className={styles.lead}
        >{t`Every step is done. What you answered can be changed in the settings at any time.`}</p>
      </div>
      <p className={styles.ways}>
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

/** Leads on once, and only who is still here: the next page's code may take its time, and a person may go elsewhere meanwhile. */
function LeadOn({ step }: { step: SetupStep }) {
  const navigate = useNavigate();
  const led = useRef(false);
  useEffect(() => {
    if (led.current || window.location.pathname !== '/initial-setup') return;
    led.current = true;
    void navigate({ ...addressOfStep(step), replace: true });
  });
  return null;
}
