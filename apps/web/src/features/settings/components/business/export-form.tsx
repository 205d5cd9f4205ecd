import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { fieldMessage } from '../../../../platform/errors.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { PasswordField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';

const minLength = 12;

/** Asks for an export, with a password if wanted. @param again whether there is a file already */
export function ExportForm({
  again,
  onExport,
}: {
  again: boolean;
  onExport: (password: string | undefined) => Promise<void>;
}) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const [encrypted, setEncrypted] = useState(false);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ password?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (busy) return;
    const tooShort = encrypted && password.length < minLength;
    setErrors(tooShort ? { password: t`Use at least ${minLength} characters.` } : {});
    if (tooShort) return;
    setBusy(true);
    try {
      await onExport(encrypted ? password : undefined);
    } catch (error) {
      const wrong = fieldMessage(error, 'password');
      setErrors(wrong === null || !encrypted ? { form: wrong ?? words(error) } : { password: wrong });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form onSubmit={submit}>
      <FormError>{errors.form}</FormError>
      <Checkbox checked={encrypted} onChange={(event) => setEncrypted(event.target.checked)}>
        {t`Encrypt the file with a password`}
      </Checkbox>
      {encrypted && (
        <PasswordField
          label={t`Password of the file`}
          name="file-password"
          autoComplete="new-password"
          help={t`At least ${minLength} characters. Nobody can open the file without it: keep it somewhere safe.`}
          error={errors.password}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <div>
        <Button type="submit" busy={busy}>
          {again ? t`Create a new file` : t`Export everything`}
        </Button>
      </div>
    </Form>
  );
}
