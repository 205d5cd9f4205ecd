import { useLingui } from '@lingui/react/macro';
import { digitsIn } from '@parley/contract/phone-text';
import { useId, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';
import { type CurrentUser, identity } from '../../../identity/public.ts';
import { useSetCurrentUser } from '../../data/current-user-query.ts';
import styles from './personal.module.css';

type Props = {
  currentUser: CurrentUser;
  /** Whether this server sends email; otherwise its operator reads the code out. */
  byMail: boolean;
  onClose: () => void;
};

/** Changes the sign-in email; a code sent to the new address verifies it. */
export function EmailDialog({ currentUser, byMail, onClose }: Props) {
  const { t } = useLingui();
  const formId = useId();
  const [sent, setSent] = useState<{ email: string; handle: string } | null>(null);
  return (
    <Dialog
      title={currentUser.user.emailVerified ? t`Change email` : t`Change or confirm email`}
      onClose={onClose}
      lightDismiss={false}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled">
            {sent === null ? t`Send a code` : t`Use this address`}
          </Button>
        </>
      }
    >
      {sent === null ? (
        <NewAddress formId={formId} currentUser={currentUser} onSent={setSent} />
      ) : (
        <Code formId={formId} byMail={byMail} sent={sent} onDone={onClose} onBack={() => setSent(null)} />
      )}
    </Dialog>
  );
}

type NewAddressProps = {
  formId: string;
  currentUser: CurrentUser;
  onSent: (sent: { email: string; handle: string }) => void;
};

function NewAddress({ formId, currentUser, onSent }: NewAddressProps) {
  const { t } = useLingui();
  const { email: before, emailVerified } = currentUser.user;
  const form = useForm({
    initial: { email: emailVerified ? '' : before },
    check: ({ email }) => {
      if (email.trim() === '') return { email: t`Enter the new address.` };
      if (emailVerified && email.trim().toLowerCase() === before) return { email: t`This is your address already.` };
      return {};
    },
    send: async ({ email }) => {
      const { handle } = await identity.sendEmailChange(email.trim());
      onSent({ email: email.trim(), handle });
    },
  });
  return (
    <div className={styles.stack}>
      <Form id={formId} onSubmit={form.submit}>
        <FormError>{form.problem}</FormError>
        <TextField
          data-focus
          label={t`New email`}
          type="email"
          autoComplete="email"
          help={t`A code goes to this address. Nothing changes until you type it.`}
          {...form.text('email')}
        />
      </Form>
    </div>
  );
}

type CodeProps = {
  formId: string;
  byMail: boolean;
  sent: { email: string; handle: string };
  onDone: () => void;
  onBack: () => void;
};

function Code({ formId, byMail, sent, onDone, onBack }: CodeProps) {
  const { t } = useLingui();
  const changed = useSetCurrentUser();
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (digitsIn(code).length === 6 ? {} : { code: t`The code has six digits.` }),
    async send({ code }) {
      changed(await identity.updateEmail(sent.handle, digitsIn(code)));
      toast({ message: t`Your address is ${sent.email} from now on.` });
      onDone();
    },
  });
  return (
    <div className={styles.stack}>
      <Form id={formId} onSubmit={form.submit}>
        <FormError>{form.problem}</FormError>
        <TextField
          autoFocus
          label={t`Code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          help={
            byMail
              ? t`Six digits, sent to ${sent.email}. They work for ten minutes.`
              : t`The server’s operator can read it: "npm run mail" shows it there.`
          }
          {...form.text('code')}
        />
      </Form>
      <p>
        <Button size="sm" variant="plain" onClick={onBack}>{t`Another address`}</Button>
      </p>
    </div>
  );
}
