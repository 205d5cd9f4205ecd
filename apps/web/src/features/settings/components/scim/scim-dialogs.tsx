import { useLingui } from '@lingui/react/macro';
import type { ScimToken } from '@parley/contract/types';
import { useId, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button } from '../../../../ui/button.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { roleName } from '../../../../ui/role-name.ts';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';
import { invalidateScim, type NewScimToken } from '../../data/scim.ts';
import styles from '../business/business.module.css';
import { RevealSecret } from '../business/reveal-secret.tsx';

export type ScimQuestion = { kind: 'create' } | { kind: 'change' | 'revoke'; token: ScimToken };

type DialogsProps = { question: ScimQuestion; address: string; onClose: () => void };

/** The dialogs of a token: create and show once, change, revoke. */
export function ScimDialogs({ question, address, onClose }: DialogsProps) {
  const { t } = useLingui();
  const [made, setMade] = useState<NewScimToken | null>(null);
  if (made !== null) {
    return (
      <RevealSecret
        title={t`Your new token ${made.name}`}
        label={t`SCIM token`}
        named
        secret={made.token}
        warning={t`You haven’t copied the token. Without it, you’ll have to create another one.`}
        without={t`Close without the token`}
        onClose={onClose}
      >
        <p>{t`Copy it now: it is shown only once. Enter both in your identity provider. Anyone who has the token can add and remove members.`}</p>
        <div className={styles.words}>
          <span>{t`Base URL`}</span>
          <CopyText label={t`Base URL`} text={address} />
        </div>
      </RevealSecret>
    );
  }
  if (question.kind === 'revoke') return <RevokeDialog token={question.token} onClose={onClose} />;
  return <TokenDialog token={question.kind === 'change' ? question.token : null} onMade={setMade} onClose={onClose} />;
}

type TokenDialogProps = {
  /** Null: a new one. */
  token: ScimToken | null;
  onMade: (token: NewScimToken) => void;
  onClose: () => void;
};

function TokenDialog({ token, onMade, onClose }: TokenDialogProps) {
  const { t, i18n } = useLingui();
  const formId = useId();
  // Created once, so that submitting again after a lost answer creates one token.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    initial: { name: token?.name ?? '', default_role: token?.default_role ?? 'User' },
    check: ({ name }) => (name.trim() === '' ? { name: t`Enter a name for the token.` } : {}),
    send: async (body) => {
      if (token === null) onMade(await api('POST /api/scim/tokens', { body: { id, ...body } }));
      else {
        await api('PUT /api/scim/tokens/{id}', { params: { id: token.id }, body });
        toast({ message: t`Token changed` });
        onClose();
      }
      invalidateScim();
    },
  });
  const { values, set } = form;
  return (
    <Dialog
      title={token === null ? t`New SCIM token` : t`Change ${token.name}`}
      lightDismiss={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled" busy={form.busy}>
            {token === null ? t`Create token` : t`Save`}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={form.submit}>
        <FormError>{form.problem}</FormError>
        <TextField
          data-focus
          label={t`Name`}
          autoComplete="off"
          help={t`For example “Entra ID” or “Okta”.`}
          {...form.text('name')}
        />
        <SelectField
          label={t`Role of new members`}
          help={t`Members who are there already keep their role.`}
          choices={(['User', 'Admin'] as const).map((value) => ({ value, label: i18n._(roleName[value]) }))}
          value={values.default_role}
          onChange={(role) => set('default_role', role === 'Admin' ? 'Admin' : 'User')}
        />
        {values.default_role === 'Admin' && (
          <p className={styles.quiet}>{t`Everyone whom the provider adds can change settings and manage members.`}</p>
        )}
      </Form>
    </Dialog>
  );
}

function RevokeDialog({ token, onClose }: { token: ScimToken; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={t`Revoke ${token.name}?`}
      confirm={t`Revoke token`}
      keep={t`Keep it`}
      onConfirm={async () => {
        await api('DELETE /api/scim/tokens/{id}', { params: { id: token.id } });
        invalidateScim();
        toast({ message: t`Token revoked` });
      }}
      onClose={onClose}
    >
      <p>{t`The identity provider can’t add or suspend anyone with it any more. Members and groups stay as they are.`}</p>
    </ConfirmDialog>
  );
}
