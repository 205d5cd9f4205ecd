import { useLingui } from '@lingui/react/macro';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';

export function RenamePasskeyDialog(props: { passkey: { id: string; name: string }; onClose: () => void }) {
  const { t } = useLingui();
  const { passkey, onClose } = props;
  const form = useForm({
    initial: { name: passkey.name },
    check: ({ name }) => (name.trim() === '' ? { name: t`Enter a name.` } : {}),
    send: async ({ name }) => {
      await api('PUT /api/auth/factors/passkeys/{id}', { params: { id: passkey.id }, body: { name: name.trim() } });
      toast({ message: t`Passkey renamed` });
      onClose();
    },
  });
  return (
    <Dialog
      title={t`Rename passkey`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="rename-passkey" variant="filled" busy={form.busy}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <Form id="rename-passkey" onSubmit={form.submit}>
        <TextField data-focus label={t`Name`} maxLength={60} autoComplete="off" {...form.text('name')} />
        <FormError>{form.problem}</FormError>
      </Form>
    </Dialog>
  );
}
