import { useLingui } from '@lingui/react/macro';
import type { Delivery, Webhook } from '@parley/contract/types';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { dateFormat } from '../../../platform/date-format.ts';
import { Button } from '../../../ui/button.tsx';
import { CompactTable } from '../../../ui/compact-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
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
  const [chosen, setChosen] = useState<string | null>(null);
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
      <Deliveries webhook={webhook} filter={filter} chosen={chosen} onChoose={setChosen} />
      {replaying && <ReplayDialog webhook={webhook} onClose={() => setReplaying(false)} />}
    </div>
  );
}

function Deliveries(props: {
  webhook: Webhook;
  filter: DeliveryFilter;
  chosen: string | null;
  onChoose: (id: string | null) => void;
}) {
  const { t } = useLingui();
  const { webhook, filter, chosen, onChoose } = props;
  const found = useDeliveries(webhook.id, filter);
  if (found.isPending) return <Skeleton shape="text" label={t`Loading deliveries`} count={6} />;
  if (found.isError) {
    return (
      <ProblemState title={t`Couldn't load deliveries`} error={found.error} onRetry={() => void found.refetch()} />
    );
  }
  if (found.data.length === 0) {
    const isFiltered = filter.state !== null || filter.search !== '';
    return (
      <EmptyState title={isFiltered ? t`No deliveries match` : t`No deliveries yet`}>
        <p>{isFiltered ? t`Change the filters.` : t`Events are listed here for 7 days. Send a test to see one.`}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <CompactTable className={styles.calls} head={[t`Time`, t`Event`, t`Status`, t`Duration`, t`Attempts`]}>
        {found.data.map((row) => (
          <DeliveryRow
            key={row.id}
            row={row}
            webhook={webhook}
            isOpen={row.id === chosen}
            onToggle={() => onChoose(row.id === chosen ? null : row.id)}
          />
        ))}
      </CompactTable>
      {found.hasNextPage && (
        <p>
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>{t`Show more`}</Button>
        </p>
      )}
    </>
  );
}

type RowProps = { row: Delivery; webhook: Webhook; isOpen: boolean; onToggle: () => void };

function DeliveryRow({ row, webhook, isOpen, onToggle }: RowProps) {
  const { t, i18n } = useLingui();
  const duration = useDuration();
  const at = new Date(row.created_at);
  const isToday = at.toDateString() === new Date().toDateString();
  const time = dateFormat(i18n.locale, {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(isToday && { second: '2-digit' }),
  });
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <td>
          <time dateTime={row.created_at}>{time.format(at)}</time>
        </td>
        <td>
          <button type="button" className={styles.open} aria-expanded={isOpen} onClick={onToggle}>
            <code dir="ltr">{row.type}</code>
            {row.is_test && <small>{t`Test`}</small>}
          </button>
        </td>
        <td>
          <DeliveryState row={row} />
        </td>
        <td>{duration(row.last_duration_ms)}</td>
        <td>{row.attempts}</td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5} className={styles.detailCell}>
            <DeliveryDetails webhook={webhook} id={row.id} />
          </td>
        </tr>
      )}
    </>
  );
}
