import { useLingui } from '@lingui/react/macro';
import { digitsIn } from '@parley/contract/phone-text';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { identity } from '../data/browser-identity.ts';
import { rememberMethod } from '../data/last-method.ts';
import { useRedirectAfterSignIn } from '../data/redirect-after-sign-in.ts';
import { signInProblemOf } from '../data/sign-in-problem.ts';
import { useCountdown } from '../data/use-countdown.ts';
import styles from './identity.module.css';
import { useSignInProblemText } from './use-sign-in-problem-text.ts';

/**
 * An email was sent. `from`: where its code is found, in the mailbox or, without a mail server, with the operator of the
 * server. `purpose` of a code: to sign in, or to finish signing up.
 */
export type EmailStep =
  | { kind: 'code'; email: string; handle: string; from: 'mail' | 'operator'; purpose?: 'sign-up' }
  | { kind: 'link'; email: string };

/** Seconds until another email can be requested: the first one is usually still on its way. */
const pauseS = 30;

type Props = {
  step: EmailStep;
  next: string | undefined;
  onStep: (step: EmailStep) => void;
  onBack: () => void;
};

export function EmailSteps(props: Props) {
  return props.step.kind === 'code' ? <CodeForm {...props} step={props.step} /> : <LinkSent {...props} />;
}

function CodeForm(props: CodeProps) {
  const { t } = useLingui();
  const { email, from } = props.step;
  return (
    <>
      <div>
        <h1>{t`Enter the code`}</h1>
        <p className={styles.lead}>
          {from === 'mail'
            ? t`If ${email} can sign in here, we’ve sent an email with a six-digit code. It is valid for ten minutes.`
            : t`Ask the server’s operator for the six-digit code: "npm run mail" shows it there. The code is valid for ten minutes.`}
        </p>
      </div>
      <CodeEntry {...props} />
    </>
  );
}

type CodeProps = Props & { step: Extract<EmailStep, { kind: 'code' }> };

/** The code field, and what to do when no code arrives. */
export function CodeEntry({ step, next, onStep, onBack }: CodeProps) {
  const { t } = useLingui();
  const words = useSignInProblemText();
  const redirect = useRedirectAfterSignIn();
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<{ code?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const again = useResend(async () => {
    const { handle } = await identity.sendCode(step.email);
    setCode('');
    setErrors({});
    onStep({ ...step, handle });
  });

  const submit = async () => {
    const digits = digitsIn(code);
    if (digits.length !== 6) return setErrors({ code: t`The code has six digits.` });
    setBusy(true);
    setErrors({});
    try {
      await identity.signInWithCode(step.handle, digits);
      if (step.from === 'mail') rememberMethod(step.purpose === 'sign-up' ? 'password' : 'email_code');
      await redirect(next);
    } catch (error) {
      const problem = signInProblemOf(error);
      setErrors(problem.kind === 'wrong-code' ? { code: words(problem) } : { form: words(problem) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Form onSubmit={submit}>
        <FormError>{errors.form ?? again.problem}</FormError>
        <TextField
          label={t`Code`}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={12}
          large
          value={code}
          error={errors.code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" variant="filled" size="lg" busy={busy}>
          {step.purpose === 'sign-up' ? t`Finish` : t`Sign in`}
        </Button>
      </Form>
      <p className={styles.actions}>
        {step.purpose !== 'sign-up' && (
          <Button busy={again.busy} blocked={again.left > 0} onClick={() => void again.run()}>
            {again.left > 0 ? t`Another code in ${again.left} s` : t`Send another code`}
          </Button>
        )}
        <Button variant="plain" onClick={onBack}>{t`Back`}</Button>
      </p>
    </>
  );
}

function LinkSent({ step, onBack }: Props) {
  const { t } = useLingui();
  const again = useResend(() => identity.sendEmailLink(step.email));
  return (
    <>
      <div>
        <h1>{t`Check your email`}</h1>
        <p className={styles.lead}>
          {t`If ${step.email} can sign in here, we’ve sent an email with a link. Open it within ten minutes, on this or another device.`}
        </p>
      </div>
      <FormError>{again.problem}</FormError>
      <p className={styles.actions}>
        <Button busy={again.busy} blocked={again.left > 0} onClick={() => void again.run()}>
          {again.left > 0 ? t`Another link in ${again.left} s` : t`Send another link`}
        </Button>
        <Button variant="plain" onClick={onBack}>{t`Back`}</Button>
      </p>
    </>
  );
}

/** Sends the email again, after a pause. */
function useResend(send: () => Promise<void>) {
  const words = useSignInProblemText();
  const countdown = useCountdown(pauseS);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await send();
      countdown.start(pauseS);
    } catch (error) {
      const found = signInProblemOf(error);
      if (found.kind === 'throttled') countdown.start(found.seconds);
      setProblem(words(found));
    } finally {
      setBusy(false);
    }
  };
  return { left: countdown.left, busy, problem, run };
}
