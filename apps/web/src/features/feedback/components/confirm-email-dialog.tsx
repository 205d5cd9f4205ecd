import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { confirmEmail, sendEmailCode } from '../data/reports.ts';
import styles from './feedback.module.css';

/** Asks for the code that its reader gets: bug reports hold what members write, so the address has to agree. */
export function ConfirmEmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useLingui();
  const [sent, setSent] = useState(false);
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (sent && code.trim() === '' ? { code: t`Enter the code.` } : {}),
    send: async ({ code }) => {
      if (sent) {
        await confirmEmail(code);
        toast({ message: t`Address confirmed` });
        onClose();
      } else {
        await sendEmailCode();
        setSent(true);
      }
    },
  });
  const again = useForm({
    initial: {},
    send: async () => {
      await sendEmailCode();
      form.set('code', '');
      toast({ message: t`Code sent` });
    },
  });
  return (
    <Dialog
      title={t`Confirm the email address`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{sent ? t`Cancel` : t`Later`}</Button>
          <Button type="submit" form="confirm-email" variant="filled" busy={form.busy}>
            {sent ? t`Confirm` : t`Send code`}
          </Button>
        </>
      }
    >
      <Form id="confirm-email" onSubmit={form.submit}>
        <p>
          {sent
            ? t`We sent a six-digit code to ${email}. Ask whoever reads it for the code.`
            : t`Bug reports go to ${email} once its reader has agreed. We send them a six-digit code, which you enter here.`}
        </p>
        {sent && (
          <div className={styles.group}>
            <TextField
              label={t`Code`}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              maxLength={12}
              {...form.text('code')}
            />
            <div>
              <Button size="sm" variant="plain" busy={again.busy} onClick={() => void again.submit()}>
                {t`Send the code again`}
              </Button>
            </div>
          </div>
        )}
        <FormError>{form.problem ?? again.problem}</FormError>
      </Form>
    </Dialog>
  );
}
