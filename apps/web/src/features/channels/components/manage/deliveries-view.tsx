import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Channel, OutputOf } from '@parley/contract/types';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { dateFormat } from '../../../../platform/date-format.ts';
import { Button } from '../../../../ui/button.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useDeliveryRefusalText } from '../../data/delivery-refusal-text.ts';
import { useCallErrorText } from '../../data/use-call-error-text.ts';
import styles from './deliveries.module.css';
import frame from './drawer.module.css';

type Statistics = OutputOf<'GET /api/channels/{id}/webhooks'>;

/**
 * Webhook deliveries of the channel: received ones include stored and rejected, and each rejected part has its reason.
 */
export function DeliveriesView({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const callErrorText = useCallErrorText();
  const [statistics, setStatistics] = useState<Statistics | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const params = { id: channel.id };
  const read = useCallback(() => {
    setError(null);
    api('GET /api/channels/{id}/webhooks', { params: { id: channel.id } })
      .then(setStatistics)
      .catch(setError);
  }, [channel.id]);
  useEffect(read, [read]);
  if (error !== null) return <ProblemState title={t`Couldn’t load the deliveries`} error={error} onRetry={read} />;
  if (statistics === null) return <Skeleton shape="text" label={t`Loading deliveries`} count={6} />;
  const act = async (run: () => Promise<void>) => {
    setBusy(true);
    try {
      await run();
    } catch (refusal) {
      toast({ message: callErrorText(refusal) });
    } finally {
      setBusy(false);
    }
  };
  const replay = () =>
    act(async () => {
      const { deliveries, stored } = await api('POST /api/channels/{id}/webhooks/replay', { params });
      toast({
        message: t`${plural(deliveries, { one: '# delivery', other: '# deliveries' })} reprocessed, ${stored} parts stored`,
      });
      read();
    });
  const more = (cursor: string) =>
    act(async () => {
      const next = await api('GET /api/channels/{id}/webhooks', { params, query: { cursor } });
      setStatistics({ ...next, data: [...statistics.data, ...next.data] });
    });
  const cursor = statistics.next_cursor;
  return (
    <>
      <Totals statistics={statistics} />
      {statistics.refused > 0 && (
        <div className={frame.line}>
          <Button onClick={() => void replay()} busy={busy}>
            {t`Retry refused`}
          </Button>
          <span className={frame.quiet}>{t`Content that Parley now supports is stored.`}</span>
        </div>
      )}
      <Refused statistics={statistics} />
      {cursor !== null && (
        <p>
          <Button onClick={() => void more(cursor)} busy={busy}>{t`Show older`}</Button>
        </p>
      )}
    </>
  );
}

function Totals({ statistics }: { statistics: Statistics }) {
  const { t, i18n } = useLingui();
  const { deliveries, received, stored, refused, bad_signatures: wrong } = statistics;
  return (
    <div className={frame.section}>
      <p className={styles.sum}>
        {t`${i18n.number(received)} received = ${i18n.number(stored)} stored + ${i18n.number(refused)} refused`}
      </p>
      <p className={frame.quiet}>
        {t`In ${plural(deliveries, { one: '# delivery', other: '# deliveries' })}.`}
        {wrong > 0 &&
          ` ${t`${plural(wrong, { one: '# call', other: '# calls' })} had a wrong signature and were rejected.`}`}
      </p>
    </div>
  );
}

function Refused({ statistics }: { statistics: Statistics }) {
  const { t, i18n } = useLingui();
  const words = useDeliveryRefusalText();
  const time = dateFormat(i18n.locale, { dateStyle: 'short', timeStyle: 'medium' });
  if (statistics.data.length === 0) return <p className={frame.quiet}>{t`Nothing was refused.`}</p>;
  return (
    <ul className={styles.refused} aria-label={t`Refused parts`}>
      {statistics.data.map((part) => (
        <li key={part.id}>
          <span className={styles.head}>
            <b>{words(part.reason)}</b>
            <time dateTime={part.received_at} className={frame.quiet}>
              {time.format(new Date(part.received_at))}
            </time>
          </span>
          {part.detail !== null && (
            <Disclosure title={t`Content`}>
              <code className={frame.code} dir="ltr">
                {JSON.stringify(part.detail)}
              </code>
            </Disclosure>
          )}
        </li>
      ))}
    </ul>
  );
}
