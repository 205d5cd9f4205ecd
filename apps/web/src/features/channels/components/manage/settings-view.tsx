import { useLingui } from '@lingui/react/macro';
import type { Channel } from '@parley/contract/types';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { AddressField } from '../../../../ui/fields/address-field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { ConfirmDialog } from '../../../../ui/layer/confirm-dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';
import { useCallErrorText } from '../../data/use-call-error-text.ts';
import { CopyLine } from './copy-line.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import styles from './drawer.module.css';

/** Name, pause, URLs, credentials and removal. */
export function SettingsView({ channel, onRemoved }: { channel: Channel; onRemoved: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <NameForm channel={channel} />
      <Sending channel={channel} />
      {channel.kind === 'SESSION' && <AdapterForm channel={channel} />}
      {!channel.sandbox && (
        <>
          <Facts channel={channel} />
          <CredentialsForm channel={channel} />
          <Removal channel={channel} onRemoved={onRemoved} />
        </>
      )}
      {channel.sandbox && (
        <p
          className={styles.quiet}
        >{t`The sandbox manages its own credentials. It belongs to the account and can’t be removed.`}</p>
      )}
    </>
  );
}

function NameForm({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const form = useForm({
    initial: { channel_label: channel.channel_label },
    check: ({ channel_label }) => (channel_label.trim() === '' ? { channel_label: t`Enter a name.` } : {}),
    send: async (body) => {
      await api('PUT /api/channels/{id}', { params: { id: channel.id }, body });
      toast({ message: t`Renamed` });
    },
  });
  return (
    <Form onSubmit={form.submit}>
      <FormError>{form.problem}</FormError>
      <TextField
        label={t`Name in Parley`}
        help={t`Your team sees it; customers do not.`}
        maxLength={200}
        {...form.text('channel_label')}
      />
      <p>
        <Button type="submit" busy={form.busy} blocked={form.values.channel_label === channel.channel_label}>
          {t`Rename`}
        </Button>
      </p>
    </Form>
  );
}

function Sending({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const callErrorText = useCallErrorText();
  const [busy, setBusy] = useState(false);
  const paused = channel.state === 'PAUSED';
  const change = async () => {
    setBusy(true);
    try {
      await api('PUT /api/channels/{id}', {
        params: { id: channel.id },
        body: { state: paused ? 'ACTIVE' : 'PAUSED' },
      });
    } catch (error) {
      toast({ message: callErrorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.section}>
      <h3>{t({ message: 'Sending', context: 'topic' })}</h3>
      <p className={styles.quiet}>
        {paused
          ? t`Paused: ${channel.state_reason ?? ''}. Messages are queued and sent when you resume.`
          : t`Messages are sent right away, up to ${channel.pace} per second.`}
      </p>
      <p>
        <Button onClick={() => void change()} busy={busy}>
          {paused ? t`Resume` : t`Pause sending`}
        </Button>
      </p>
    </section>
  );
}

function AdapterForm({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const form = useForm({
    initial: { adapter_url: channel.adapter_url ?? '' },
    send: async (body) => {
      await api('PUT /api/channels/{id}', { params: { id: channel.id }, body });
      toast({ message: t`Adapter address saved` });
    },
  });
  return (
    <Form onSubmit={form.submit}>
      <FormError>{form.problem}</FormError>
      <AddressField label={t`Adapter’s address`} dir="ltr" {...form.text('adapter_url')} />
      <p>
        <Button type="submit" busy={form.busy} blocked={form.values.adapter_url === channel.adapter_url}>
          {t`Change the address`}
        </Button>
      </p>
    </Form>
  );
}

function Facts({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const session = channel.kind === 'SESSION';
  const address = `${window.location.origin}/webhooks/${session ? 'session' : 'whatsapp'}/${channel.id}`;
  return (
    <section className={styles.section}>
      <h3>{t`Addresses and IDs`}</h3>
      <CopyLine label={session ? t`Webhook address` : t`Webhook address`} text={address} />
      <CopyLine label={t`Channel ID`} text={channel.id} />
      {!session && (
        <>
          <CopyLine label={t`Phone number ID`} text={channel.phone_number_id} />
          <CopyLine label={t`WhatsApp Business account ID`} text={channel.waba_id} />
        </>
      )}
    </section>
  );
}

function Removal({ channel, onRemoved }: { channel: Channel; onRemoved: () => void }) {
  const { t } = useLingui();
  const callErrorText = useCallErrorText();
  const [asking, setAsking] = useState(false);
  const label = channel.channel_label;
  return (
    <section className={styles.section}>
      <h3>{t`Remove`}</h3>
      <p className={styles.quiet}>{t`The channel no longer sends or receives. Its conversations can still be read.`}</p>
      <p>
        <Button danger onClick={() => setAsking(true)}>
          {t`Remove this channel`}
        </Button>
      </p>
      {asking && (
        <ConfirmDialog
          title={t`Remove ${label}?`}
          confirm={t`Remove ${label}`}
          keep={t`Keep`}
          typed={{ word: label, label: t`Type ${label} to confirm` }}
          onClose={() => setAsking(false)}
          problem={callErrorText}
          onConfirm={async () => {
            await api('DELETE /api/channels/{id}', { params: { id: channel.id } });
            toast({ message: t`${label} was removed` });
            onRemoved();
          }}
        >
          {t`The credentials are deleted and webhooks are refused from now on. Conversations can still be read but not answered. This can’t be undone.`}
        </ConfirmDialog>
      )}
    </section>
  );
}
