import { useLingui } from '@lingui/react/macro';
import type { Webhook } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { FormError } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { rotateWebhookSecret } from '../data/webhooks.ts';
import { SecretDialog } from './secret-dialog.tsx';
import styles from './webhooks.module.css';

/** Rotating the secret: for some hours deliveries are signed with both. */
export function WebhookSecret({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui();
  const { near } = useRelativeTime();
  const serverText = useServerErrorMessage();
  const [hours, setHours] = useState('24');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async () => {
    setBusy(true);
    setProblem(null);
    try {
      setSecret(await rotateWebhookSecret(webhook.id, Number(hours)));
    } catch (error) {
      setProblem(serverText(error));
    }
    setBusy(false);
  };
  const until = webhook.previous_secret_until;
  return (
    <div className={styles.view}>
      <p>{t`Verify each delivery with the secret and a library of the Standard Webhooks convention.`}</p>
      {until !== null && <p className={styles.quiet}>{t`The previous secret signs until ${near(until)}.`}</p>}
      <SelectField
        label={t`Sign with the old secret too`}
        choices={[
          { value: '0', label: t`no` },
          { value: '1', label: t`for 1 hour` },
          { value: '24', label: t`for 24 hours` },
          { value: '168', label: t`for 7 days` },
        ]}
        value={hours}
        onChange={setHours}
      />
      <FormError>{problem}</FormError>
      <div className={styles.buttons}>
        <Button busy={busy} onClick={() => void rotate()}>{t`Rotate secret`}</Button>
      </div>
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </div>
  );
}
