import { useLingui } from '@lingui/react/macro';
import type { EventType, Webhook } from '@parley/contract/types';
import { useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { AddressField } from '../../../ui/fields/address-field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { cloudApiEvents } from '../data/webhook-words.ts';
import { createWebhook } from '../data/webhooks.ts';
import { EventChoice } from './event-choice.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const usual: EventType[] = ['message.received', 'message.status'];

type Props = { format: Webhook['format']; onMade: (webhook: Webhook) => void; onClose: () => void };

/** The form of a new webhook, then its secret. */
export function CreateWebhookDialog(props: Props) {
  const { t } = useLingui();
  // Created once, so that submitting again after a lost answer creates one webhook.
  const [id] = useState(() => uuidv7());
  const [made, setMade] = useState<(Webhook & { secret: string }) | null>(null);
  const form = useForm({
    initial: { name: '', url: '', events: usual, format: props.format, verify_token: '' },
    check: ({ url, events, format, verify_token: token }) => ({
      ...(format === 'cloud_api' && token.trim() === '' && { verify_token: t`Enter the verify token.` }),
      ...(url.trim() === '' && { url: t`Enter an address.` }),
      ...(events.length === 0 && { events: t`Choose at least one event.` }),
    }),
    send: async ({ name, url, events, format, verify_token: token }) => {
      const created = await createWebhook({
        id,
        url: url.trim(),
        events: format === 'cloud_api' ? events.filter((event) => cloudApiEvents.includes(event)) : events,
        format,
        ...(format === 'cloud_api' && { verify_token: token.trim() }),
        ...(name.trim() !== '' && { name: name.trim() }),
      });
      setMade(created);
    },
  });
  const isCloudApi = form.values.format === 'cloud_api';
  if (made !== null) {
    const done = () => {
      props.onMade(made);
      props.onClose();
    };
    const about = t`The program verifies deliveries with this secret: enter it as its app secret. It is shown only once.`;
    return <SecretDialog secret={made.secret} {...(made.format === 'cloud_api' && { about })} onClose={done} />;
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
        <Segments
          label={t`Format`}
          segments={[
            { value: 'parley', label: t`Parley` },
            { value: 'cloud_api', label: t`WhatsApp Cloud API` },
          ]}
          value={form.values.format}
          onChange={(format) => form.set('format', format)}
        />
        <AddressField
          data-focus
          label={t`Address`}
          autoComplete="off"
          placeholder="https://"
          help={isCloudApi ? t`The callback address of the program.` : t`Events are posted there as JSON.`}
          {...form.text('url')}
        />
        {isCloudApi && (
          <TextField
            label={t`Verify token`}
            autoComplete="off"
            help={t`What the program expects. The address is asked to confirm it, as Meta does.`}
            {...form.text('verify_token')}
          />
        )}
        <TextField label={t`Name`} note={t`optional`} autoComplete="off" {...form.text('name')} />
        <EventChoice
          format={form.values.format}
          value={form.values.events}
          onChange={(events) => form.set('events', events)}
          error={form.errors.events ?? null}
        />
        <FormError>{form.problem}</FormError>
      </Form>
    </Dialog>
  );
}
