import { useLingui } from '@lingui/react/macro';
import type { DeliveryDetail, Webhook } from '@parley/contract/types';
import { IconCheck, IconClock, IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { dateFormat } from '../../../platform/date-format.ts';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { smallIcon } from '../../../ui/icon.ts';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { replayDelivery, useDelivery } from '../data/webhooks.ts';
import { useDuration } from './delivery-state.tsx';
import styles from './webhooks.module.css';

/** A delivery: its attempts and its body. */
export function DeliveryDetails({ webhook, id }: { webhook: Webhook; id: string }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const [busy, setBusy] = useState(false);
  const found = useDelivery(webhook.id, id);
  if (found.isPending) return <Skeleton shape="text" label={t`Loading the delivery`} count={3} />;
  if (found.isError) {
    return <ProblemState title={t`Couldn’t load the delivery`} error={found.error} />;
  }
  const replay = async () => {
    setBusy(true);
    try {
      await replayDelivery(webhook.id, id);
      toast({ message: t`Replaying…` });
    } catch (error) {
      toast({ message: serverText(error) });
    }
    setBusy(false);
  };
  return (
    <div className={styles.detail}>
      <header>
        <code dir="ltr">{found.data.event_id}</code>
        <Button size="sm" busy={busy} onClick={() => void replay()}>
          <IconRefresh {...smallIcon} />
          {t`Replay`}
        </Button>
      </header>
      <Attempts delivery={found.data} />
      <pre dir="ltr">{JSON.stringify(found.data.body, null, 2)}</pre>
      <p className={styles.quiet}>{t`The body as it is now: no copies of messages or contacts are stored.`}</p>
    </div>
  );
}

function Attempts({ delivery }: { delivery: DeliveryDetail }) {
  const { t, i18n } = useLingui();
  const duration = useDuration();
  const time = dateFormat(i18n.locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const next = delivery.next_attempt_at;
  return (
    <ol className={styles.attempts}>
      {delivery.log.map((one) => (
        <li key={one.at}>
          {one.error === null ? <IconCheck {...smallIcon} data-tone="ok" /> : <IconX {...smallIcon} data-tone="bad" />}
          <time dateTime={one.at}>{time.format(new Date(one.at))}</time>
          <span>
            {one.error ?? t`Delivered (${one.status ?? ''})`} {duration(one.duration_ms)}
          </span>
        </li>
      ))}
      {next !== null && (
        <li>
          <IconClock {...smallIcon} data-tone="warn" />
          <time dateTime={next}>{time.format(new Date(next))}</time>
          <span>{t`Next attempt`}</span>
        </li>
      )}
    </ol>
  );
}
