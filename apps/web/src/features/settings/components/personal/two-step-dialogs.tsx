import { useLingui } from '@lingui/react/macro';
import type { InputOf, OutputOf } from '@parley/contract/types';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';
import { loadTwoStepParts } from '../../../identity/public.ts';
import styles from './personal.module.css';

/** What two-step verification of the user consists of. */
export type Factors = OutputOf<'GET /api/auth/factors'>;
type FactorProof = InputOf<'POST /api/auth/factors/remove'>['body'];

const PasskeyProof = lazyComponent(() => loadTwoStepParts().then((parts) => parts.PasskeyProof), { fallback: null });
const RecoveryCodes = lazyComponent(() => loadTwoStepParts().then((parts) => parts.RecoveryCodes), { fallback: null });

/** Replaces the recovery codes. */
export function RecoveryCodesDialog({ factors, onClose }: { factors: Factors; onClose: () => void }) {
  const { t } = useLingui();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <ProofDialog
      factors={factors}
      title={t`Replace recovery codes?`}
      lead={t`Your current recovery codes stop working.`}
      confirm={t`Replace codes`}
      onClose={onClose}
      act={async (proof) =>
        setCodes((await api('POST /api/auth/factors/recovery-codes', { body: proof })).recovery_codes)
      }
    />
  );
}

/** Removes the authenticator app, and with the last factor two-step verification. */
export function RemoveTwoStepDialog({ factors, onClose }: { factors: Factors; onClose: () => void }) {
  const { t } = useLingui();
  const isLast = factors.passkeys.length === 0;
  return (
    <ProofDialog
      factors={factors}
      title={isLast ? t`Turn off two-step verification?` : t`Remove authenticator app?`}
      lead={
        isLast
          ? t`Signing in won’t need a code anymore. Your other devices are signed out.`
          : t`You can still sign in with your passkeys. Your other devices are signed out.`
      }
      confirm={isLast ? t`Turn off` : t`Remove`}
      danger
      onClose={onClose}
      act={async (proof) => {
        await api('POST /api/auth/factors/remove', { body: proof });
        toast({ message: isLast ? t`Two-step verification is off` : t`Authenticator app removed` });
        onClose();
      }}
    />
  );
}

type RemovePasskeyProps = { passkey: Factors['passkeys'][number]; factors: Factors; onClose: () => void };

export function RemovePasskeyDialog({ passkey, factors, onClose }: RemovePasskeyProps) {
  const { t } = useLingui();
  const isLast = factors.totp === null && factors.passkeys.length === 1;
  return (
    <ProofDialog
      factors={factors}
      title={t`Remove passkey ${passkey.name}?`}
      lead={
        isLast
          ? t`Two-step verification will be off. Your other devices are signed out.`
          : t`You can’t sign in with it anymore. Your other devices are signed out.`
      }
      confirm={t`Remove`}
      danger
      onClose={onClose}
      act={async (proof) => {
        await api('POST /api/auth/factors/passkeys/{id}/remove', { params: { id: passkey.id }, body: proof });
        toast({ message: isLast ? t`Two-step verification is off` : t`Passkey removed` });
        onClose();
      }}
    />
  );
}

/** Asks for a code or a passkey before a change. */
function ProofDialog(props: {
  factors: Factors;
  title: string;
  lead: string;
  confirm: string;
  danger?: boolean;
  act: (proof: FactorProof) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: t`Enter the code.` } : {}),
    send: ({ code }) => props.act({ code }),
  });
  return (
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
            label={props.factors.totp === null ? t`Recovery code` : t`Authentication code or recovery code`}
            autoComplete="one-time-code"
            {...form.text('code')}
          />
          <FormError>{form.problem}</FormError>
        </Form>
        {props.factors.passkeys.length > 0 && (
          <PasskeyProof label={t`Use a passkey`} danger={props.danger ?? false} act={props.act} />
        )}
      </div>
    </Dialog>
  );
}
