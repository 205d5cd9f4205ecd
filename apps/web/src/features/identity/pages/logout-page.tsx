import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { signOut } from '../../../platform/sign-out.ts';
import { countUnsent } from '../../../platform/unsent.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import styles from '../components/identity.module.css';

type Step = { kind: 'leaving' } | { kind: 'asking'; unsent: number } | { kind: 'done' };

/** Signs out, after asking if unsent messages would be lost. Works without the server. */
export function LogoutPage() {
  const { t } = useLingui();
  const { deleted } = useSearch({ strict: false });
  const [step, setStep] = useState<Step>({ kind: 'leaving' });
  const started = useRef(false);

  const leave = async () => {
    setStep({ kind: 'leaving' });
    await signOut();
    setStep({ kind: 'done' });
  };
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void (async () => {
      const unsent = await countUnsent();
      if (unsent > 0) setStep({ kind: 'asking', unsent });
      else await leave();
    })();
  });

  if (step.kind === 'asking') return <Unsent count={step.unsent} onLeave={() => void leave()} />;
  if (step.kind === 'leaving') return <p role="status">{t`Signing you out`}</p>;
  return (
    <>
      <div>
        <h1>{deleted === undefined ? t`You are signed out` : t`Your account was deleted`}</h1>
        <p className={styles.lead}>{t`No account data is stored in this browser.`}</p>
      </div>
      <Link to="/login" className={buttonClass({ variant: 'filled', size: 'lg' })}>
        {deleted === undefined ? t`Sign in again` : t`Go to sign-in`}
      </Link>
    </>
  );
}

function Unsent({ count, onLeave }: { count: number; onLeave: () => void }) {
  const { t } = useLingui();
  const router = useRouter();
  const title = plural(count, {
    one: '# message has not left this device',
    other: '# messages have not left this device',
  });
  return (
    <>
      <div>
        <h1>{title}</h1>
        <p
          className={styles.lead}
        >{t`If you sign out now, unsent messages are lost. Stay until you are online again.`}</p>
      </div>
      <p className={styles.actions}>
        <Button variant="filled" onClick={() => router.history.back()}>{t`Stay signed in`}</Button>
        <Button danger onClick={onLeave}>{t`Discard and sign out`}</Button>
      </p>
    </>
  );
}
