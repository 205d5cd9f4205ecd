import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';
import { loadTwoStepParts, useRecentSignIn } from '../../../identity/public.ts';
import styles from './personal.module.css';

const RecoveryCodes = lazyComponent(() => loadTwoStepParts().then((parts) => parts.RecoveryCodes), { fallback: null });

/** Replaces the recovery codes. */
export function RecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <CodeDialog
      title={t`Replace recovery codes?`}
      lead={t`Your current recovery codes stop working.`}
      confirm={t`Replace codes`}
      onClose={onClose}
      act={async (code) =>
        setCodes((await api('POST /api/auth/factors/recovery-codes', { body: { code } })).recovery_codes)
      }
    />
  );
}

export function RemoveTwoStepDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <CodeDialog
      title={t`Turn off two-step verification?`}
      lead={t`Signing in won't need a code anymore. Your other devices are signed out.`}
      confirm={t`Turn off`}
      danger
      onClose={onClose}
      act={async (code) => {
        await api('POST /api/auth/factors/remove', { body: { code } });
        toast({ message: t`Two-step verification is off` });
        onClose();
      }}
    />
  );
}

function CodeDialog(props: {
  title: string;
  lead: string;
  confirm: string;
  danger?: boolean;
  act: (code: string) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const recent = useRecentSignIn();
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: t`Enter the code.` } : {}),
    send: async ({ code }) => {
      await recent.run(() => props.act(code));
    },
  });
  return (
    <>
      <Dialog
        title={props.title}
        onClose={props.onClose}
        lightDismiss={false}
        footer={
          <>
            <Button onClick={props.onClose}>{t`Cancel`}</Button>
            <Button type="submit" form="factor-code" variant="filled" danger={props.danger} busy={form.busy}>
              {props.confirm}
            </Button>
          </>
        }
      >
        <div className={styles.stack}>
          <p>{props.lead}</p>
          <Form id="factor-code" onSubmit={form.submit}>
            <TextField
              data-focus
              label={t`Authentication code or recovery code`}
              autoComplete="one-time-code"
              {...form.text('code')}
            />
            <FormError>{form.problem}</FormError>
          </Form>
        </div>
      </Dialog>
      {recent.dialog}
    </>
  );
}
