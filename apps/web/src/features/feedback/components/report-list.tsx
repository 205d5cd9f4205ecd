import { useLingui } from '@lingui/react/macro';
import type { BugReport } from '@parley/contract/types';
import { useMemo } from 'react';
import { accountStorage } from '../../../platform/account-storage.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useTableLayout } from '../../../ui/table/use-table-layout.ts';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { useFindUser } from '../../sync/public.ts';
import { useReports } from '../data/reports.ts';
import styles from './feedback.module.css';
import { QueuedReports } from './queued-reports.tsx';
import { ReportState } from './report-state.tsx';
import { severityLabels } from './report-words.ts';

/** Reports of a member or of the account, newest first; above them those that wait on this device. */
export function ReportList(props: { of: 'me' | 'all'; onOpen: (id: string) => void; onNew: () => void }) {
  const { t } = useLingui();
  const { of, onOpen, onNew } = props;
  const { data: rows = [], error, isPending, refetch, hasNextPage, fetchNextPage } = useReports(of);
  const columns = useReportColumns(of);
  const table = useTableLayout('bug-reports', columns, accountStorage());
  return (
    <>
      {of === 'me' && <QueuedReports />}
      <DataTable
        label={of === 'me' ? t`My reports` : t`All reports`}
        scroll="document"
        table={table}
        rows={rows}
        total={rows.length}
        idOf={({ id }) => id}
        nameOf={({ number }) => `#${number}`}
        onOpen={({ id }) => onOpen(id)}
        onNearEnd={() => {
          if (hasNextPage) void fetchNextPage();
        }}
        state={
          error ? { kind: 'problem', error, onRetry: () => void refetch() } : { kind: isPending ? 'loading' : 'ready' }
        }
        empty={
          <EmptyState
            title={t`No reports yet`}
            actions={
              <Button variant="filled" onClick={onNew}>
                {t`Report a bug`}
              </Button>
            }
          >
            <p>{t`Reports are listed here with their number and state.`}</p>
          </EmptyState>
        }
      />
    </>
  );
}

function useReportColumns(of: 'me' | 'all'): Column<BugReport>[] {
  const { t, i18n } = useLingui();
  const { near } = useRelativeTime();
  const findUser = useFindUser();
  return useMemo(
    () => [
      {
        id: 'title',
        title: t`Report`,
        width: 360,
        fixed: true,
        phone: 'title',
        cell: (row) => (
          <>
            <span className={styles.quiet}>#{row.number}</span> <bdi>{row.title}</bdi>
          </>
        ),
      },
      { id: 'state', title: t`State`, width: 120, phone: 'detail', cell: (row) => <ReportState report={row} /> },
      { id: 'severity', title: t`Impact`, width: 130, cell: (row) => i18n._(severityLabels[row.severity]) },
      ...(of === 'all'
        ? [
            {
              id: 'by',
              title: t`Reported by`,
              width: 150,
              cell: (row: BugReport) => <bdi>{findUser(row.created_by)?.name ?? t`Former member`}</bdi>,
            },
          ]
        : []),
      { id: 'sent', title: t`Delivery`, width: 130, cell: (row) => <DeliveryBadge report={row} /> },
      { id: 'at', title: t`Sent`, width: 130, phone: 'end', cell: (row) => near(row.created_at) },
    ],
    [t, i18n, near, findUser, of],
  );
}

function DeliveryBadge({ report }: { report: BugReport }) {
  const { t } = useLingui();
  const { state } = report.delivery;
  if (state === 'failed') return <Badge tone="bad">{t`Not delivered`}</Badge>;
  if (state === 'waiting') return <Badge tone="info">{t`On its way`}</Badge>;
  return state === 'delivered' ? t`Delivered` : t`Stored`;
}
