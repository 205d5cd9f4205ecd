import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { deviceOf } from '../../../platform/device-name.ts';
import { fieldMessage } from '../../../platform/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { createPasskey } from '../data/passkeys.ts';
import styles from './identity.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';
import { usePasskeyErrorText } from './use-passkey-error-text.ts';

/** Name it, make it, and keep the recovery codes where it is the first factor. */
export function AddPasskeyDialog({ onClose }: { onClose: (isAdded: boolean) => void }) {
  const { t } = useLingui();
  const words = usePasskeyErrorText();
  const [problem, setProblem] = useState<string | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const add = async (name: string) => {
    const { options } = await api('POST /api/auth/factors/passkeys/begin', {});
    const passkey = await createPasskey(options);
    const answer = await api('POST /api/auth/factors/passkeys', { body: { name, passkey } });
    toast({ message: t`Passkey added` });
    if (answer.recovery_codes.length > 0) setCodes(answer.recovery_codes);
    else onClose(true);
  };
  const { browser, system } = deviceOf(navigator.userAgent);
  const form = useForm({
    initial: { name: browser && system ? t`${browser} on ${system}` : '' },
    check: ({ name }) => (name.trim() === '' ? { name: t`Enter a name.` } : {}),
    send: async ({ name }) => {
      setProblem(null);
      try {
        await add(name.trim());
      } catch (error) {
        if (fieldMessage(error, 'name') !== null) throw error;
        setProblem(words(error));
      }
    },
  });
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={() => onClose(true)} />;
  return (
    <Dialog
      title={t`Add a passkey`}
      onClose={() => onClose(false)}
      lightDismiss={false}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t`Cancel`}</Button>
          <Button type="submit" form="add-passkey" variant="filled" busy={form.busy}>
            {t`Continue`}
          </Button>
        </>
      }
    >
      <div className={styles.asked}>
        <p>{t`Sign in with your fingerprint, face, screen lock or a security key. Your browser asks for it next.`}</p>
        <Form id="add-passkey" onSubmit={form.submit}>
          <TextField data-focus label={t`Name`} maxLength={60} autoComplete="off" {...form.text('name')} />
          <FormError>{problem ?? form.problem}</FormError>
        </Form>
      </div>
    </Dialog>
  );
}
