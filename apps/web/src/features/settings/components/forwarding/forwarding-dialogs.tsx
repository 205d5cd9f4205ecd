import { useLingui } from '@lingui/react/macro';
import type { AuditForwarding } from '@parley/contract/types';
import { useId, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { TextAreaField, TextField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';
import { changeForwarding, invalidateForwardings, type NewForwarding } from '../../data/forwardings.ts';
import { RevealSecret } from '../business/reveal-secret.tsx';

export type ForwardingQuestion = { kind: 'create' } | { kind: 'change' | 'remove'; forwarding: AuditForwarding };

/** The dialogs of a destination: add and show its secret once, change, remove. */
export function ForwardingDialogs({ question, onClose }: { question: ForwardingQuestion; onClose: () => void }) {
  const { t } = useLingui();
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) {
    return (
      <RevealSecret
        title={t`Webhook secret`}
        label={t`Webhook secret`}
        secret={secret}
        warning={t`You haven’t copied the secret. Without it, you’ll have to add the destination again.`}
        without={t`Close without the secret`}
        onClose={onClose}
      >
        <p>{t`Your server verifies deliveries with this secret, by the Standard Webhooks convention. It is shown only once.`}</p>
      </RevealSecret>
    );
  }
  if (question.kind === 'remove') return <RemoveDialog forwarding={question.forwarding} onClose={onClose} />;
  const forwarding = question.kind === 'change' ? question.forwarding : null;
  const made = (added: NewForwarding) => (added.secret === null ? onClose() : setSecret(added.secret));
  return <ForwardingForm forwarding={forwarding} onMade={made} onClose={onClose} />;
}

type FormProps = {
  /** Null: a new one. */
  forwarding: AuditForwarding | null;
  onMade: (made: NewForwarding) => void;
  onClose: () => void;
};

function ForwardingForm({ forwarding, onMade, onClose }: FormProps) {
  const { t } = useLingui();
  const formId = useId();
  // Created once, so that submitting again after a lost answer adds one.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    initial: {
      kind: forwarding?.kind ?? 'webhook',
      name: forwarding?.name ?? '',
      address: forwarding?.address ?? '',
      ca_certificate: forwarding?.ca_certificate ?? '',
      include_past: false,
    },
    check: ({ name, address }) => ({
      ...(name.trim() === '' && { name: t`Enter a name.` }),
      ...(address.trim() === '' && { address: t`Enter an address.` }),
    }),
    send: async ({ kind, name, address, ca_certificate: certificate, include_past }) => {
      const ca_certificate = kind === 'syslog' && certificate.trim() !== '' ? certificate : null;
      const fields = { name, address, ca_certificate };
      if (forwarding !== null) {
        await changeForwarding(forwarding, fields);
        toast({ message: t`Destination changed` });
        onClose();
        return;
      }
      onMade(await api('POST /api/audit-forwardings', { body: { id, kind, include_past, ...fields } }));
      invalidateForwardings();
      toast({ message: t`Destination added` });
    },
  });
  const { values, set } = form;
  const isSyslog = values.kind === 'syslog';
  return (
    <Dialog
      title={forwarding === null ? t`New destination` : t`Change ${forwarding.name}`}
      lightDismiss={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="filled" busy={form.busy}>
            {forwarding === null ? t`Add destination` : t`Save`}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={form.submit}>
        <FormError>{form.problem}</FormError>
        {forwarding === null && (
          <Segments
            label={t`Kind`}
            segments={[
              { value: 'webhook', label: t`Webhook` },
              { value: 'syslog', label: t`Syslog` },
            ]}
            value={values.kind}
            onChange={(kind) => set('kind', kind)}
          />
        )}
        <TextField data-focus label={t`Name`} autoComplete="off" {...form.text('name')} />
        <TextField
          label={isSyslog ? t`Address` : t`URL`}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          help={
            isSyslog
              ? t`tls://host:port or tcp://host:port, RFC 5424. Without TLS, events are not encrypted.`
              : t`Events are sent as signed JSON, up to 100 at once.`
          }
          {...form.text('address')}
        />
        {isSyslog && (
          <TextAreaField
            label={t`CA certificate`}
            note={t`optional`}
            rows={3}
            help={t`In PEM, if the server’s certificate is not signed by a public authority.`}
            {...form.text('ca_certificate')}
          />
        )}
        {forwarding === null && (
          <Checkbox checked={values.include_past} onChange={(event) => set('include_past', event.target.checked)}>
            {t`Also send past events`}
          </Checkbox>
        )}
      </Form>
    </Dialog>
  );
}

function RemoveDialog({ forwarding, onClose }: { forwarding: AuditForwarding; onClose: () => void }) {
  const { t } = useLingui();
  const { name } = forwarding;
  return (
    <ConfirmDialog
      title={t`Remove ${name}?`}
      confirm={t`Remove destination`}
      keep={t`Keep it`}
      onConfirm={async () => {
        await api('DELETE /api/audit-forwardings/{id}', { params: { id: forwarding.id } });
        invalidateForwardings();
        toast({ message: t`Destination removed` });
      }}
      onClose={onClose}
    >
      <p>{t`No more events are sent there. Events that wait are not sent. The audit log itself stays as it is.`}</p>
    </ConfirmDialog>
  );
}
