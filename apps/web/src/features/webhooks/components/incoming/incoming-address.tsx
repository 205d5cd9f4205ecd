import { useLingui } from '@lingui/react/macro';
import type { IncomingWebhook } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { FormError } from '../../../../ui/form.tsx';
import { useRelativeTime } from '../../../../ui/use-relative-time.ts';
import { rotateIncomingSecret } from '../../data/incoming.ts';
import { sampleBodyOf } from '../../data/incoming-form.ts';
import { SecretDialog } from '../secret-dialog.tsx';
import styles from '../webhooks.module.css';

/** Where calls are posted, how they are signed, and a new secret. */
export function IncomingAddress({ webhook }: { webhook: IncomingWebhook }) {
  const { t } = useLingui();
  const { near } = useRelativeTime();
  const serverText = useServerErrorMessage();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async () => {
    setBusy(true);
    setProblem(null);
    try {
      setSecret(await rotateIncomingSecret(webhook.id));
    } catch (error) {
      setProblem(serverText(error));
    }
    setBusy(false);
  };
  const until = webhook.previous_secret_until;
  const body = JSON.stringify(sampleBodyOf(webhook));
  const command = `curl ${webhook.url} -H 'Authorization: Bearer whsec_…' -H 'Content-Type: application/json' -d '${body}'`;
  return (
    <div className={styles.view}>
      <CopyText label={t`Address`} text={webhook.url} />
      <p>{t`Post JSON to this address, at most 64 KB. Sign it with the secret by the Standard Webhooks convention, or send the secret as a bearer token if your tool can’t sign.`}</p>
      <CopyText label={t`Example`} text={command} />
      <p className={styles.quiet}>
        {t`A call with the same webhook-id or Idempotency-Key is processed once. Answers: 200 done, 401 wrong secret, 422 with the value that is wrong, 429 more than 20 calls a second, 503 paused.`}
      </p>
      {until !== null && <p className={styles.quiet}>{t`The previous secret is accepted until ${near(until)}.`}</p>}
      <FormError>{problem}</FormError>
      <div className={styles.buttons}>
        <Button busy={busy} onClick={() => void rotate()}>{t`Rotate secret`}</Button>
        <span className={styles.quiet}>{t`The old secret is accepted for 24 more hours.`}</span>
      </div>
      {secret !== null && (
        <SecretDialog
          secret={secret}
          about={t`Other systems sign their calls with this secret, or send it as a bearer token. It is shown only once.`}
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  );
}
