import { useLingui } from '@lingui/react/macro';
import type { IncomingWebhook } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';
import { changeIncoming, removeIncoming } from '../../data/incoming.ts';
import { incomingBodyOf, incomingFormOf } from '../../data/incoming-form.ts';
import styles from '../webhooks.module.css';
import { IncomingFields } from './incoming-fields.tsx';
import { incomingServerNames, useIncomingCheck } from './use-incoming-check.ts';

/** Name and mapping of an incoming webhook, and removing it. */
export function IncomingSettings({ webhook, onRemoved }: { webhook: IncomingWebhook; onRemoved: () => void }) {
  const { t } = useLingui();
  const [removing, setRemoving] = useState(false);
  const form = useForm({
    initial: incomingFormOf(webhook),
    check: useIncomingCheck(),
    serverNames: incomingServerNames,
    send: async (values) => {
      await changeIncoming(webhook.id, incomingBodyOf(values));
      toast({ message: t`Webhook saved` });
    },
  });
  const { name } = webhook;
  return (
    <div className={styles.view}>
      <Form onSubmit={form.submit}>
        <TextField label={t`Name`} autoComplete="off" {...form.text('name')} />
        <IncomingFields form={form} />
        <FormError>{form.problem}</FormError>
        <div className={styles.buttons}>
          <Button type="submit" variant="filled" busy={form.busy}>{t`Save`}</Button>
          <Button danger onClick={() => setRemoving(true)}>{t`Disconnect`}</Button>
        </div>
      </Form>
      {removing && (
        <ConfirmDialog
          title={t`Disconnect ${name}?`}
          confirm={t`Disconnect`}
          keep={t`Cancel`}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await removeIncoming(webhook.id);
            onRemoved();
            toast({ message: t`${name} disconnected` });
          }}
        >
          <p>{t`Calls to its address get 404 and add nothing. Its secret and the log of its calls are deleted; contacts and messages stay.`}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
