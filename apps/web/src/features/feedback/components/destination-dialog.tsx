import { useLingui } from '@lingui/react/macro';
import type { FeedbackSettings } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { TextField } from '../../../ui/field.tsx';
import { AddressField } from '../../../ui/fields/address-field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { useRefusal } from '../../team/public.ts';
import { bodyOf, draftOf } from '../data/destination-draft.ts';
import { changeFeedbackSettings, useFeedbackSettings } from '../data/reports.ts';
import { ConfirmEmailDialog } from './confirm-email-dialog.tsx';
import styles from './feedback.module.css';
import { ForgeFields } from './forge-fields.tsx';

/** Lets Admins choose where reports go. */
export function DestinationButton() {
  const { t } = useLingui();
  const settings = useFeedbackSettings().data;
  const manages = useRefusal('feedback.manage') === null;
  const [open, setOpen] = useState(false);
  if (!manages || settings === undefined) return null;
  return (
    <>
      <Button size="sm" variant="plain" onClick={() => setOpen(true)}>
        {t`Change`}
      </Button>
      {open && <DestinationDialog settings={settings} onClose={() => setOpen(false)} />}
    </>
  );
}

/** While the address for reports has not agreed: lets Admins enter its code. */
export function ConfirmEmailButton() {
  const { t } = useLingui();
  const settings = useFeedbackSettings().data;
  const manages = useRefusal('feedback.manage') === null;
  const [open, setOpen] = useState(false);
  if (!manages || !settings?.email || settings.email_confirmed) return null;
  return (
    <>
      <Button size="sm" variant="plain" onClick={() => setOpen(true)}>
        {t`Confirm address`}
      </Button>
      {open && <ConfirmEmailDialog email={settings.email} onClose={() => setOpen(false)} />}
    </>
  );
}

function DestinationDialog({ settings, onClose }: { settings: FeedbackSettings; onClose: () => void }) {
  const { t } = useLingui();
  const [secret, setSecret] = useState<string | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const form = useForm({
    initial: draftOf(settings),
    check: ({ destination, email, webhook_url: url, forge_url, forge_repository }) => ({
      ...(destination === 'email' && email.trim() === '' ? { email: t`Enter an email address.` } : {}),
      ...(destination === 'webhook' && url.trim() === '' ? { webhook_url: t`Enter an address.` } : {}),
      ...(destination === 'forge' && forge_url.trim() === '' ? { forge_url: t`Enter an address.` } : {}),
      ...(destination === 'forge' && forge_repository.trim() === ''
        ? { forge_repository: t`Enter a repository.` }
        : {}),
    }),
    send: async (draft) => {
      const made = await changeFeedbackSettings(bodyOf(draft));
      // Nothing goes to an address before it is confirmed, and the next dialog says so.
      if (made.unconfirmed !== null) return setUnconfirmed(made.unconfirmed);
      toast({ message: t`Destination saved` });
      if (made.secret !== null) setSecret(made.secret);
      else onClose();
    },
  });
  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />;
  if (unconfirmed !== null) return <ConfirmEmailDialog email={unconfirmed} onClose={onClose} />;
  const { destination } = form.values;
  return (
    <Dialog
      title={t`Where bug reports go`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form="destination" variant="filled" busy={form.busy}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <Form id="destination" onSubmit={form.submit}>
        <div className={styles.group}>
          <Segments
            label={t`Where bug reports go`}
            segments={[
              { value: 'stored', label: t`Stored here` },
              { value: 'email', label: t`Email` },
              { value: 'webhook', label: t`Webhook` },
              { value: 'forge', label: t`Git forge` },
              // Only where the operator named a folder.
              ...(settings.file_available || destination === 'file'
                ? [{ value: 'file' as const, label: t`File` }]
                : []),
            ]}
            value={destination}
            onChange={(next) => form.set('destination', next)}
          />
          <p className={styles.quiet}>{t`Every report is stored in this account as well.`}</p>
        </div>
        {destination === 'email' && (
          <TextField label={t`Email address`} inputMode="email" autoComplete="off" {...form.text('email')} />
        )}
        {destination === 'webhook' && (
          <AddressField
            label={t`Webhook address`}
            autoComplete="off"
            help={t`Reports are posted as JSON, signed by the Standard Webhooks convention.`}
            {...form.text('webhook_url')}
          />
        )}
        {destination === 'forge' && <ForgeFields form={form} settings={settings} />}
        {destination === 'file' && (
          <p
            className={styles.quiet}
          >{t`Each report becomes a JSON file in a folder of the server. Screenshots, customer data and email addresses are left out.`}</p>
        )}
        <FormError>{form.problem}</FormError>
      </Form>
    </Dialog>
  );
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Webhook secret`}
      lightDismiss={false}
      onClose={onClose}
      footer={
        <Button variant="filled" onClick={onClose}>
          {t({ message: 'Done', context: 'close' })}
        </Button>
      }
    >
      <div className={styles.group}>
        <p>{t`Your server verifies reports with this secret. It is shown only once.`}</p>
        <CopyText label={t`Webhook secret`} text={secret} />
      </div>
    </Dialog>
  );
}
