import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { FormError } from '../../../ui/form.tsx';
import { identity } from '../data/browser-identity.ts';
import type { EmailStep } from './email-steps.tsx';
import styles from './identity.module.css';
import { useSignInErrorText } from './use-sign-in-problem-text.ts';

type Props = { email: string; onEmailMissing: () => void; onEmailSent: (step: EmailStep) => void };

/** Without a mail server a code still works: the operator of the server can read it out. */
export function ForgotPassword({ email, onEmailMissing, onEmailSent }: Props) {
  const { t } = useLingui();
  const words = useSignInErrorText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ask = async () => {
    const address = email.trim();
    if (address === '') return onEmailMissing();
    setBusy(true);
    setProblem(undefined);
    try {
      const { handle } = await identity.sendCode(address);
      onEmailSent({ kind: 'code', email: address, handle, from: 'operator' });
    } catch (error) {
      setProblem(words(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Disclosure look="link" className={styles.more} title={t`Forgot your password?`}>
      <p className={styles.quiet}>
        {t`This server doesn’t send email. Its operator can give you a sign-in code; then set a new password in your personal settings.`}
      </p>
      <FormError>{problem}</FormError>
      <Button busy={busy} onClick={() => void ask()}>{t`Create a code`}</Button>
    </Disclosure>
  );
}
