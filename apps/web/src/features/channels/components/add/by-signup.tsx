import { useLingui } from '@lingui/react/macro';
import type { SignupNumber } from '@parley/contract/types';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useForm } from '../../../../ui/use-form.ts';
import { readableNumber } from '../../../contacts/public.ts';
import { useCallErrorText } from '../../data/use-call-error-text.ts';
import styles from './add.module.css';

type Signup = { signup_id: string; numbers: SignupNumber[] };

/** The return from Meta: lists the numbers it gave access to, one of which is connected. */
export function SignupReturn({ code, state }: { code: string; state: string }) {
  const { t } = useLingui();
  const callErrorText = useCallErrorText();
  const [signup, setSignup] = useState<Signup | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const begun = useRef(false);
  useEffect(() => {
    // The code is single-use: a second request would fail.
    if (begun.current) return;
    begun.current = true;
    api('POST /api/channels/signup/finish', { body: { code, state } })
      .then(setSignup)
      .catch((error: unknown) => setProblem(callErrorText(error)));
  }, [code, state, callErrorText]);
  if (problem !== null) {
    return (
      <EmptyState
        title={t`The sign-up with Meta was not finished`}
        actions={
          <Link to="/channels/add" search={{}} className={buttonClass({ variant: 'filled' })}>{t`Start again`}</Link>
        }
      >
        {problem}
      </EmptyState>
    );
  }
  if (signup === null) return <Skeleton shape="text" label={t`Loading your numbers from Meta`} count={4} />;
  return <ChooseNumber signup={signup} />;
}

/** The return from Meta without a code. @param cancelled the user pressed Cancel there */
export function SignupRefused({ cancelled }: { cancelled: boolean }) {
  const { t } = useLingui();
  return (
    <EmptyState
      title={cancelled ? t`The sign-up with Meta was cancelled` : t`Meta couldn’t finish the sign-up`}
      actions={
        <Link to="/channels/add" search={{}} className={buttonClass({ variant: 'filled' })}>{t`Start again`}</Link>
      }
    >
      {cancelled
        ? t`Nothing was connected.`
        : t`Nothing was connected. Start again; if the problem persists, the server’s operator checks the app’s login configuration with Meta.`}
    </EmptyState>
  );
}

function ChooseNumber({ signup }: { signup: Signup }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [first] = signup.numbers;
  const form = useForm({
    initial: { phone_number_id: first?.phone_number_id ?? '', channel_label: first?.verified_name ?? '' },
    check: ({ channel_label }) => (channel_label.trim() === '' ? { channel_label: t`Enter a name.` } : {}),
    send: async (values) => {
      const body = { signup_id: signup.signup_id, ...values };
      const made = await api('POST /api/channels/signup/connect', { body });
      await navigate({ to: '/channels', search: { channel: made.id, tab: 'registration' }, replace: true });
    },
  });
  return (
    <Form onSubmit={form.submit}>
      <FormError>{form.problem}</FormError>
      <ul className={styles.numbers} aria-label={t`Your numbers`}>
        {signup.numbers.map((number) => (
          <li key={number.phone_number_id}>
            <label className={styles.number}>
              <input
                type="radio"
                name="number"
                checked={form.values.phone_number_id === number.phone_number_id}
                onChange={() => {
                  form.set('phone_number_id', number.phone_number_id);
                  form.set('channel_label', number.verified_name ?? '');
                }}
              />
              <span>
                <bdi>{readableNumber(number.phone_number)}</bdi>
                {number.verified_name && <bdi>{`, ${number.verified_name}`}</bdi>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <TextField
        label={t`Name in Parley`}
        help={t`Your team sees it; customers do not.`}
        maxLength={200}
        {...form.text('channel_label')}
      />
      <p>
        <Button type="submit" variant="filled" busy={form.busy}>
          {t`Connect the number`}
        </Button>
      </p>
    </Form>
  );
}
