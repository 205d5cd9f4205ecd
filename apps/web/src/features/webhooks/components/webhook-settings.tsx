import { useLingui } from '@lingui/react/macro';
import type { Webhook } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { AddressField } from '../../../ui/fields/address-field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { webhookName } from '../data/webhook-words.ts';
import { changeWebhook, removeWebhook } from '../data/webhooks.ts';
import { EventChoice } from './event-choice.tsx';
import styles from './webhooks.module.css';

/** The events of a webhook. */
export function WebhookEvents({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui();
  const form = useForm({
    initial: { events: webhook.events },
    check: ({ events }) => (events.length === 0 ? { events: t`Choose at least one event.` } : {}),
    send: async (body) => {
      await changeWebhook(webhook.id, body);
      toast({ message: t`Events saved` });
    },
  });
  return (
    <div className={styles.view}>
      <Form onSubmit={form.submit}>
        <EventChoice
          format={webhook.format}
          value={form.values.events}
          onChange={(events) => form.set('events', events)}
          error={form.errors.events ?? null}
        />
        <FormError>{form.problem}</FormError>
        <div className={styles.buttons}>
          <Button type="submit" variant="filled" busy={form.busy}>{t`Save`}</Button>
        </div>
      </Form>
    </div>
  );
}

/** Name and address of a webhook, and removing it. */
export function WebhookSettings({ webhook, onRemoved }: { webhook: Webhook; onRemoved: () => void }) {
  const { t } = useLingui();
  const [removing, setRemoving] = useState(false);
  const form = useForm({
    initial: { name: webhook.name ?? '', url: webhook.url, verify_token: '' },
    check: ({ url }) => (url.trim() === '' ? { url: t`Enter an address.` } : {}),
    send: async ({ name, url, verify_token: token }) => {
      await changeWebhook(webhook.id, {
        name: name.trim() === '' ? null : name.trim(),
        url: url.trim(),
        ...(token.trim() !== '' && { verify_token: token.trim() }),
      });
      toast({ message: t`Webhook saved` });
    },
  });
  const name = webhookName(webhook);
  return (
    <div className={styles.view}>
      <Form onSubmit={form.submit}>
        <AddressField label={t`Address`} autoComplete="off" {...form.text('url')} />
        {webhook.format === 'cloud_api' && form.values.url.trim() !== webhook.url && (
          <TextField label={t`Verify token`} autoComplete="off" {...form.text('verify_token')} />
        )}
        <TextField label={t`Name`} note={t`optional`} autoComplete="off" {...form.text('name')} />
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
            await removeWebhook(webhook.id);
            onRemoved();
            toast({ message: t`${name} disconnected` });
          }}
        >
          <p>{t`${name} gets no more events. Its secret, its delivery log and waiting deliveries are deleted.`}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
