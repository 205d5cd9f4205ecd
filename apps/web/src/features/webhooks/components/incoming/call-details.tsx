import { useLingui } from '@lingui/react/macro';
import type { IncomingCall, IncomingWebhook } from '@parley/contract/types';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { smallIcon } from '../../../../ui/icon.ts';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toast } from '../../../../ui/toast.ts';
import { replayCall, useCall } from '../../data/incoming.ts';
import styles from '../webhooks.module.css';

/** A call: what was wrong with it or what it changed, and its body. */
export function CallDetails({ webhook, row }: { webhook: IncomingWebhook; row: IncomingCall }) {
  const { t } = useLingui();
  const found = useCall(webhook.id, row.id, row.attempts);
  if (found.isPending) return <Skeleton shape="text" label={t`Loading the call`} count={3} />;
  if (found.isError) return <ProblemState title={t`Couldn’t load the call`} error={found.error} />;
  const { body } = found.data;
  return (
    <div className={styles.detail}>
      <header>
        <code dir="ltr">{row.call_id}</code>
        {row.state === 'failed' && body !== null && <ReplayButton webhook={webhook} id={row.id} />}
      </header>
      {row.error !== null && (
        <p>
          {row.error_field !== null && <code dir="ltr">{row.error_field}</code>} {row.error}
        </p>
      )}
      {row.contact_id !== null && (
        <p>
          <Link to="/contacts/$id/edit" params={{ id: row.contact_id }}>{t`Show contact`}</Link>
        </p>
      )}
      {body === null ? (
        <p className={styles.quiet}>
          {row.status === 401 ? t`The body of a refused call isn’t stored.` : t`The body was erased with the contact.`}
        </p>
      ) : (
        <pre dir="ltr">{pretty(body)}</pre>
      )}
    </div>
  );
}

function ReplayButton({ webhook, id }: { webhook: IncomingWebhook; id: string }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const [busy, setBusy] = useState(false);
  const replay = async () => {
    setBusy(true);
    try {
      const { state } = await replayCall(webhook.id, id);
      toast({ message: state === 'accepted' ? t`Call accepted` : t`The call failed again` });
    } catch (error) {
      toast({ message: serverText(error) });
    }
    setBusy(false);
  };
  return (
    <Button size="sm" busy={busy} onClick={() => void replay()}>
      <IconRefresh {...smallIcon} />
      {t`Replay`}
    </Button>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
