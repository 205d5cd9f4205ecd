import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { ApiError, api } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { useErrorMessage } from '../../../ui/error-messages.ts';
import { TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useForm } from '../../../ui/use-form.ts';
import styles from './identity.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Scan the code, type the first one, keep the recovery codes. */
export function SetUpTwoStepDialog({ onClose }: { onClose: (isOn: boolean) => void }) {
  const { t } = useLingui();
  const words = useErrorMessage();
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // Once for the dialog: every call makes a new secret.
  const [begin] = useState(() => async () => {
    try {
      setBegun(await api('POST /api/auth/factors/totp', {}));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'requires-recent-login') onClose(false);
      else setProblem(words(error));
    }
  });
  useEffect(() => void begin(), [begin]);
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (/^\d{3}\s?\d{3}$/.test(code.trim()) ? {} : { code: t`Enter the six digits from the app.` }),
    send: async ({ code }) => {
      const answer = await api('POST /api/auth/factors/totp/confirm', { body: { code } });
      // Those made with an earlier factor stay.
      if (answer.recovery_codes.length === 0) onClose(true);
      else setCodes(answer.recovery_codes);
    },
  });
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />;
  return (
    <Dialog
      title={t`Set up two-step verification`}
      onClose={() => onClose(false)}
      lightDismiss={false}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t`Cancel`}</Button>
          <Button type="submit" form="set-up-two-step" variant="filled" busy={form.busy} blocked={begun === null}>
            {t`Turn on`}
          </Button>
        </>
      }
    >
      <div className={styles.asked}>
        <FormError>{problem}</FormError>
        {begun === null && problem === null && <Skeleton shape="text" label={t`Loading`} count={3} />}
        {begun !== null && (
          <>
            <p>{t`Scan the QR code with an authenticator app, or enter the key in the app.`}</p>
            <QrCode text={begun.uri} label={t`QR code for your authenticator app`} />
            <CopyText label={t`Key`} text={begun.secret} />
            <Form id="set-up-two-step" onSubmit={form.submit}>
              <TextField
                data-focus
                label={t`Authentication code`}
                inputMode="numeric"
                autoComplete="one-time-code"
                {...form.text('code')}
              />
              <FormError>{form.problem}</FormError>
            </Form>
          </>
        )}
      </div>
    </Dialog>
  );
}
