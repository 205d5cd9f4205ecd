import { useLingui } from '@lingui/react/macro';
import type { IncomingWebhook } from '@parley/contract/types';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { LogList, LogTime } from '../../../../ui/log-list.tsx';
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
      <Calls webhook={webhook} state={state} />
    </div>
  );
}

function Calls({ webhook, state }: { webhook: IncomingWebhook; state: CallState }) {
  const { t } = useLingui();
  const duration = useDuration();
  return (
    <LogList
      log={useCalls(webhook.id, state)}
      loading={t`Loading calls`}
      failed={t`Couldn’t load calls`}
      empty={
        <EmptyState title={state === null ? t`No calls yet` : t`No calls match`}>
          <p>{state === null ? t`Calls are listed here for 7 days.` : t`Change the filters.`}</p>
        </EmptyState>
      }
      head={[t`Time`, t({ message: 'Call', context: 'request' }), t`Status`, t`Duration`, t`Attempts`]}
      figuresFrom={4}
      cells={(row, open) => {
        const isDone = row.state === 'accepted';
        return [
          <LogTime key="time" at={row.created_at} />,
          open(<code dir="ltr">{row.call_id}</code>),
          <Badge key="state" tone={isDone ? 'ok' : 'bad'} icon={isDone ? <IconCheck {...size} /> : <IconX {...size} />}>
            {row.status}
          </Badge>,
          duration(row.duration_ms),
          row.attempts,
        ];
      }}
      details={(row) => <CallDetails webhook={webhook} row={row} />}
    />
  );
}
