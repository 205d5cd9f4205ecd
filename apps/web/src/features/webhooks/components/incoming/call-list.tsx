import { useLingui } from '@lingui/react/macro';
import type { IncomingCall, IncomingWebhook } from '@parley/contract/types';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { dateFormat } from '../../../../platform/date-format.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { CompactTable } from '../../../../ui/compact-table.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { FilterMenu } from '../../../team/public.ts';
import { type CallState, useCalls } from '../../data/incoming.ts';
import { useDuration } from '../delivery-state.tsx';
import styles from '../webhooks.module.css';
import { CallDetails } from './call-details.tsx';

const size = { size: 13, stroke: 2 } as const;

/** The calls of an incoming webhook, and the one chosen in the list. */
export function CallList({ webhook }: { webhook: IncomingWebhook }) {
  const { t } = useLingui();
  const [state, setState] = useState<CallState>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <div className={styles.log}>
      <div className={styles.filters}>
        <FilterMenu
          label={t`Status`}
          choices={[
            { value: 'accepted', label: t`Accepted` },
            { value: 'failed', label: t`Failed` },
          ]}
          value={state}
          onChange={setState}
        />
      </div>
      <Calls webhook={webhook} state={state} chosen={chosen} onChoose={setChosen} />
    </div>
  );
}

type CallsProps = {
  webhook: IncomingWebhook;
  state: CallState;
  chosen: string | null;
  onChoose: (id: string | null) => void;
};

function Calls({ webhook, state, chosen, onChoose }: CallsProps) {
  const { t } = useLingui();
  const found = useCalls(webhook.id, state);
  if (found.isPending) return <Skeleton shape="text" label={t`Loading calls`} count={6} />;
  if (found.isError) {
    return <ProblemState title={t`Couldn't load calls`} error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (found.data.length === 0) {
    return (
      <EmptyState title={state === null ? t`No calls yet` : t`No calls match`}>
        <p>{state === null ? t`Calls are listed here for 7 days.` : t`Change the filters.`}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <CompactTable className={styles.calls} head={[t`Time`, t`Call`, t`Status`, t`Duration`, t`Attempts`]}>
        {found.data.map((row) => (
          <Row
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

type RowProps = { row: IncomingCall; webhook: IncomingWebhook; isOpen: boolean; onToggle: () => void };

function Row({ row, webhook, isOpen, onToggle }: RowProps) {
  const { i18n } = useLingui();
  const duration = useDuration();
  const at = new Date(row.created_at);
  const isToday = at.toDateString() === new Date().toDateString();
  const time = dateFormat(i18n.locale, {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(isToday && { second: '2-digit' }),
  });
  const isDone = row.state === 'accepted';
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <td>
          <time dateTime={row.created_at}>{time.format(at)}</time>
        </td>
        <td>
          <button type="button" className={styles.open} aria-expanded={isOpen} onClick={onToggle}>
            <code dir="ltr">{row.call_id}</code>
          </button>
        </td>
        <td>
          <Badge tone={isDone ? 'ok' : 'bad'} icon={isDone ? <IconCheck {...size} /> : <IconX {...size} />}>
            {row.status}
          </Badge>
        </td>
        <td>{duration(row.duration_ms)}</td>
        <td>{row.attempts}</td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5} className={styles.detailCell}>
            <CallDetails webhook={webhook} row={row} />
          </td>
        </tr>
      )}
    </>
  );
}
