import { useLingui } from '@lingui/react/macro';
import type { Webhook } from '@parley/contract/types';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { LogList, LogTime } from '../../../ui/log-list.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { FilterMenu } from '../../team/public.ts';
import { type DeliveryFilter, useDeliveries } from '../data/webhooks.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { DeliveryState, useDuration } from './delivery-state.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import styles from './webhooks.module.css';

/** The delivery log of a webhook, and the delivery chosen in it. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui();
  const [filter, setFilter] = useState<DeliveryFilter>({ state: null, search: '' });
  const [replaying, setReplaying] = useState(false);
  return (
    <div className={styles.log}>
      <div className={styles.filters}>
        <FilterMenu
          label={t`Status`}
          choices={[
            { value: 'delivered', label: t`Delivered` },
            { value: 'waiting', label: t`Waiting` },
            { value: 'failed', label: t`Failed` },
          ]}
          value={filter.state}
          onChange={(state) => setFilter({ ...filter, state })}
        />
        <SearchBox
          label={t`Message ID`}
          value={filter.search}
          onChange={(search) => setFilter({ ...filter, search: search.trim() })}
          gatherMs={300}
        />
        <Button size="sm" onClick={() => setReplaying(true)}>
          <IconRefresh {...smallIcon} />
          {t`Replay failed…`}
        </Button>
      </div>
      <Deliveries webhook={webhook} filter={filter} />
      {replaying && <ReplayDialog webhook={webhook} onClose={() => setReplaying(false)} />}
    </div>
  );
}

function Deliveries({ webhook, filter }: { webhook: Webhook; filter: DeliveryFilter }) {
  const { t } = useLingui();
  const duration = useDuration();
  const isFiltered = filter.state !== null || filter.search !== '';
  return (
    <LogList
      log={useDeliveries(webhook.id, filter)}
      loading={t`Loading deliveries`}
      failed={t`Couldn’t load deliveries`}
      empty={
        <EmptyState title={isFiltered ? t`No deliveries match` : t`No deliveries yet`}>
          <p>{isFiltered ? t`Change the filters.` : t`Events are listed here for 7 days. Send a test to see one.`}</p>
        </EmptyState>
      }
      head={[t`Time`, t`Event`, t`Status`, t`Duration`, t`Attempts`]}
      figuresFrom={4}
      cells={(row, open) => [
        <LogTime key="time" at={row.created_at} />,
        open(
          <>
            <code dir="ltr">{row.type}</code>
            {row.is_test && <small>{t`Test`}</small>}
          </>,
        ),
        <DeliveryState key="state" row={row} />,
        duration(row.last_duration_ms),
        row.attempts,
      ]}
      details={(row) => <DeliveryDetails webhook={webhook} id={row.id} />}
    />
  );
}
