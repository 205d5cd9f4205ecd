import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form.tsx';
import { identity } from './browser-identity.ts';
import styles from './identity.module.css';
import type { LetterStep } from './letter-steps.tsx';
import { useSignInErrorWords } from './use-sign-in-words.ts';

type Props = { email: string; onEmailMissing: () => void; onLetter: (step: LetterStep) => void };

/** Without a mail server: a code still brings people in, and whoever runs the server can read it to them. */
export function ForgottenPassword({ email, onEmailMissing, onLetter }: Props) {
  const { t } = useLingui();
  const words = useSignInErrorWords();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ask = async () => {
    const address = email.trim();
    if (address === '') return onEmailMissing();
    setBusy(true);
    setProblem(undefined);
    try {
      const { handle } = await identity.sendCode(address);
      onLetter({ kind: 'code', email: address, handle, from: 'operator' });
    } catch (error) {
      setProblem(words(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <details className={styles.more}>
      <summary>{t`Forgot your password?`}</summary>
      <p className={styles.quiet}>
        {t`This server sends no e-mail. Whoever runs it can read you a code that signs you in; then set a new password in your personal settings.`}
      </p>
      <FormError>{problem}</FormError>
      <Button busy={busy} onClick={() => void ask()}>{t`Make a code for me`}</Button>
    </details>
  );
}
