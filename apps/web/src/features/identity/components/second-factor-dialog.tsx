import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { fieldMessage } from '../../../platform/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { useForm } from '../../../ui/use-form.ts';
import type { SecondFactorStep } from '../data/second-factor-question.ts';
import styles from './identity.module.css';

/** Asks for a code of the authenticator app, or for a recovery code. */
export function SecondFactorDialog({ handle, answer }: SecondFactorStep) {
  const { t } = useLingui();
  const [byRecovery, setByRecovery] = useState(false);
  const [ended, setEnded] = useState<string | null>(null);
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: t`Enter the code.` } : {}),
    send: async ({ code }) => {
      try {
        answer(await api('POST /api/auth/second-factor', { body: { handle, code } }));
      } catch (error) {
        const over = fieldMessage(error, 'handle');
        if (over === null) throw error;
        setEnded(over);
      }
    },
  });
  const cancel = () => answer(null);
  return (
    <Dialog
      title={t`Two-step verification`}
      onClose={cancel}
      lightDismiss={false}
      footer={
        <>
          <Button onClick={cancel}>{ended === null ? t`Cancel` : t`Start again`}</Button>
          {ended === null && (
            <Button type="submit" form="second-factor" variant="filled" busy={form.busy}>
              {t`Verify`}
            </Button>
          )}
        </>
      }
    >
      {ended === null ? (
        <div className={styles.asked}>
          <Form id="second-factor" onSubmit={form.submit}>
            {byRecovery ? (
              <TextField
                key="recovery"
                data-focus
                autoFocus
                label={t`Recovery code`}
                autoComplete="off"
                help={t`Each code works once.`}
                {...form.text('code')}
              />
            ) : (
              <TextField
                key="app"
                data-focus
                label={t`Authentication code`}
                inputMode="numeric"
                autoComplete="one-time-code"
                help={t`Six digits from your authenticator app.`}
                {...form.text('code')}
              />
            )}
            <FormError>{form.problem}</FormError>
          </Form>
          <p>
            <Button variant="plain" onClick={() => setByRecovery(!byRecovery)}>
              {byRecovery ? t`Use your authenticator app` : t`Use a recovery code`}
            </Button>
          </p>
          <p className={styles.quiet}>
            {t`Lost both? An Owner or Admin of your account can reset two-step verification.`}
          </p>
        </div>
      ) : (
        <FormError>{ended}</FormError>
      )}
    </Dialog>
  );
}
