import { useLingui } from '@lingui/react/macro';
import type { Channel } from '@parley/contract/types';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { dateFormat } from '../../../../platform/date-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { PasswordField } from '../../../../ui/field.tsx';
import { Form, FormError } from '../../../../ui/form.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useForm } from '../../../../ui/use-form.ts';
import { useCallErrorText } from '../../data/use-call-error-text.ts';
import { useHealthChanged } from '../../data/use-health.ts';
import styles from './drawer.module.css';
import { SigningSecretField } from './signing-secret-field.tsx';

/** Replaces the credentials; of the current ones only the end is shown. */
export function CredentialsForm({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  return (
    <section className={styles.section}>
      <h3>{t`Credentials`}</h3>
      <p className={styles.quiet}>
        {t`The new ones are checked before they replace the old ones. The old ones stay valid for 24 hours.`}
      </p>
      <EarlierOnes channel={channel} />
      {channel.kind === 'SESSION' ? <SecretForm channel={channel} /> : <TokenForm channel={channel} />}
    </section>
  );
}

function TokenForm({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const healthChanged = useHealthChanged();
  const form = useForm({
    initial: { access_token: '', app_secret: '' },
    check: ({ access_token, app_secret }) =>
      access_token.trim() === '' && app_secret.trim() === ''
        ? { access_token: t`Enter a new token, a new secret or both.` }
        : {},
    send: async ({ access_token, app_secret }) => {
      const body = {
        ...(access_token.trim() === '' ? {} : { access_token }),
        ...(app_secret.trim() === '' ? {} : { app_secret }),
      };
      await api('POST /api/channels/{id}/rotate', { params: { id: channel.id }, body });
      form.set('access_token', '');
      form.set('app_secret', '');
      healthChanged();
      toast({ message: t`New credentials saved` });
    },
  });
  const ends = (end: string) => (end === '' ? undefined : t`now ends in ${end}`);
  return (
    <Form onSubmit={form.submit}>
      <FormError>{form.problem}</FormError>
      <PasswordField
        label={t`New access token`}
        note={ends(channel.secrets.access_token)}
        autoComplete="off"
        {...form.text('access_token')}
      />
      <PasswordField
        label={t`New app secret`}
        note={ends(channel.secrets.app_secret)}
        autoComplete="off"
        {...form.text('app_secret')}
      />
      <p>
        <Button type="submit" busy={form.busy}>
          {t`Try and replace`}
        </Button>
      </p>
    </Form>
  );
}

function SecretForm({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const healthChanged = useHealthChanged();
  const form = useForm({
    initial: { signing_secret: '' },
    check: ({ signing_secret }) => (signing_secret === '' ? { signing_secret: t`Create a secret first.` } : {}),
    send: async (body) => {
      await api('POST /api/channels/{id}/rotate', { params: { id: channel.id }, body });
      form.set('signing_secret', '');
      healthChanged();
      toast({ message: t`Secret rotated` });
    },
  });
  return (
    <Form onSubmit={form.submit}>
      <FormError>{form.problem}</FormError>
      <SigningSecretField
        value={form.values.signing_secret}
        error={form.errors.signing_secret}
        onChange={(value) => form.set('signing_secret', value)}
      />
      <p>
        <Button type="submit" busy={form.busy}>
          {t`Try and replace`}
        </Button>
      </p>
    </Form>
  );
}

function EarlierOnes({ channel }: { channel: Channel }) {
  const { t, i18n } = useLingui();
  const callErrorText = useCallErrorText();
  const [busy, setBusy] = useState(false);
  const until = channel.previous_until;
  if (until === null || Date.parse(until) <= Date.now()) return null;
  const when = dateFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(until));
  const back = async () => {
    setBusy(true);
    try {
      await api('POST /api/channels/{id}/rotate-back', { params: { id: channel.id } });
      toast({ message: t`Previous credentials restored` });
    } catch (error) {
      toast({ message: callErrorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className={styles.line}>
      <span>{t`The old ones are valid until ${when}.`}</span>
      <Button size="sm" busy={busy} onClick={() => void back()}>
        {t`Restore previous credentials`}
      </Button>
    </p>
  );
}
