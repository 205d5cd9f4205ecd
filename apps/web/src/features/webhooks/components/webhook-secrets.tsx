import { useLingui } from '@lingui/react/macro';
import type { Webhook } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { webhookName } from '../data/webhook-words.ts';
import { useWebhooks } from '../data/webhooks.ts';
import { WebhookSecret } from './webhook-secret.tsx';
import styles from './webhooks.module.css';

/** Which webhooks sign with which secret, each to be rotated. A secret itself is shown once, when it is made. */
export function WebhookSecrets() {
  const { t } = useLingui();
  const { data, error, refetch } = useWebhooks();
  const [open, setOpen] = useState<string | null>(null);
  if (data === undefined) {
    return error !== null ? (
      <ProblemState title={t`Couldn’t load webhooks`} error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton shape="text" label={t`Loading webhooks`} count={4} />
    );
  }
  return (
    <div className={styles.view}>
      <p>{t`Each webhook signs its deliveries with a secret of its own. A secret is shown once, when you add the webhook or rotate it.`}</p>
      {data.length === 0 && <p className={styles.quiet}>{t`No webhooks yet`}</p>}
      <ul className={styles.secrets}>
        {data.map((webhook) => (
          <Secret
            key={webhook.id}
            webhook={webhook}
            isOpen={open === webhook.id}
            onToggle={() => setOpen(open === webhook.id ? null : webhook.id)}
          />
        ))}
      </ul>
      <p>
        <Link to="/integrations">{data.length === 0 ? t`Add a webhook on Integrations` : t`All webhooks`}</Link>
      </p>
    </div>
  );
}

/** The prefix of every secret, and what is hidden of it. */
const mask = `whsec_${'•'.repeat(4)}`;

type Props = { webhook: Webhook; isOpen: boolean; onToggle: () => void };

function Secret({ webhook, isOpen, onToggle }: Props) {
  const { t } = useLingui();
  const name = webhookName(webhook);
  return (
    <li>
      <span>
        <bdi>{name}</bdi>
        <code dir="ltr">{`${mask}${webhook.secret_end ?? ''}`}</code>
      </span>
      <Button size="sm" aria-label={t`Rotate the secret of ${name}`} aria-expanded={isOpen} onClick={onToggle}>
        {t`Rotate`}
      </Button>
      {isOpen && <WebhookSecret webhook={webhook} />}
    </li>
  );
}
