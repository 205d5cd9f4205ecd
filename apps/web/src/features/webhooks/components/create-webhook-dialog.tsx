import { useLingui } from '@lingui/react/macro';
import type { EventType, Webhook } from '@parley/contract/types';
import { useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { createWebhook } from '../data/webhooks.ts';
import { EventChoice } from './event-choice.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const usual: EventType[] = ['message.received', 'message.status'];

/** The form of a new webhook, then its secret. */
export function CreateWebhookDialog(props: { onMade: (webhook: Webhook) => void; onClose: () => void }) {
  const { t } = useLingui();
  // Created once, so that submitting again after a lost answer creates one webhook.
  const [id] = useState(() => uuidv7());
  const [made, setMade] = useState<(Webhook & { secret: string }) | null>(null);
  const form = useForm({
    initial: { name: '', url: '', events: usual },
    check: ({ url, events }) => ({
      ...(url.trim() === '' && { url: t`Enter an address.` }),
      ...(events.length === 0 && { events: t`Choose at least one event.` }),
    }),
    send: async ({ name, url, events }) => {
      const created = await createWebhook({
        id,
        url: url.trim(),
        events,
        ...(name.trim() !== '' && { name: name.trim() }),
      });
      setMade(created);
    },
  });
  if (made !== null) {
    const done = () => {
      props.onMade(made);
      props.onClose();
    };
    return <SecretDialog secret={made.secret} onClose={done} />;
  }
  return (
    <Dialog
      title={t`Add webhook`}
      lightDismiss={false}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t`Cancel`}</Button>
          <Button variant="filled" busy={form.busy} onClick={() => void form.submit()}>{t`Add webhook`}</Button>
        </>
      }
    >
      <Form onSubmit={form.submit}>
        <TextField
          data-focus
          label={t`Address`}
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          help={t`Events are posted there as JSON.`}
          {...form.text('url')}
        />
        <TextField label={t`Name`} note={t`optional`} autoComplete="off" {...form.text('name')} />
        <EventChoice
          value={form.values.events}
          onChange={(events) => form.set('events', events)}
          error={form.errors.events ?? null}
        />
        <FormError>{form.problem}</FormError>
      </Form>
    </Dialog>
  );
}
