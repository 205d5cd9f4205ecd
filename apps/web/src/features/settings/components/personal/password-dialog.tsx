import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { PasswordField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';
import { identity } from '../../../identity/public.ts';
import { useCurrentUser } from '../../data/current-user-query.ts';
import styles from './personal.module.css';

type Props = { hasOne: boolean; minLength: number | null; onClose: () => void };

/** Sets a new password, typed once; it can be shown. */
export function PasswordDialog({ hasOne, minLength, onClose }: Props) {
  const { t } = useLingui();
  const formId = useId();
  const { refetch } = useCurrentUser();
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => {
      if (password === '') return { password: t`Choose a password.` };
      if (minLength !== null && [...password].length < minLength) {
        return { password: t`Use at least ${minLength} characters.` };
      }
      return {};
    },
    async send({ password }) {
      await identity.updatePassword(password);
      await refetch();
      toast({ message: t`Your password is set. You are signed out everywhere else.` });
      onClose();
    },
  });
  return (
    <Dialog
      title={hasOne ? t`Change password` : t`Set a password`}
      onClose={onClose}
      lightDismiss={false}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled" busy={form.busy}>
            {t`Set password`}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <Form id={formId} onSubmit={form.submit}>
          <FormError>{form.problem}</FormError>
          <PasswordField
            data-focus
            label={t`New password`}
            autoComplete="new-password"
            help={minLength ? t`At least ${minLength} characters. Tip: a short phrase is easier to remember.` : ''}
            {...form.text('password')}
          />
        </Form>
        <p className={styles.quiet}>{t`Other devices and browsers are signed out, this one isn’t.`}</p>
      </div>
    </Dialog>
  );
}
