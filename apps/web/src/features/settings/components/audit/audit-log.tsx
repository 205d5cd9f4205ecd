import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { AuditEvent } from '@parley/contract/types';
import { useCallback, useMemo, useState } from 'react';
import { accountStorage } from '../../../../platform/account-storage.ts';
import { listText } from '../../../../platform/formats.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ExportMenu } from '../../../../ui/export-menu.tsx';
import { DateField } from '../../../../ui/fields/date-field.tsx';
import type { Column } from '../../../../ui/table/column.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { useTableLayout } from '../../../../ui/table/use-table-layout.ts';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useAccountTimeZone, useRows } from '../../../sync/public.ts';
import { FilterMenu } from '../../../team/public.ts';
import { actionText, auditFeatures } from '../../data/audit-actions.ts';
import { type AuditFilter, anyEvent, downloadAuditEvents, fieldText, useAuditEvents } from '../../data/audit-events.ts';
import styles from './audit.module.css';
import { useActorName } from './use-actor-name.ts';
import { useObjectName } from './use-object-name.ts';

/** What was done in the account and by whom, newest first, with filters and a file. */
export function AuditLog({ openId, onOpen }: { openId: string | null; onOpen: (event: AuditEvent) => void }) {
  const { t } = useLingui();
  const [filter, setFilter] = useState<AuditFilter>(anyEvent);
  const zone = useAccountTimeZone();
  const { data: rows = [], error, isPending, refetch, hasNextPage, fetchNextPage } = useAuditEvents(filter, zone);
  const columns = useAuditColumns();
  const table = useTableLayout('audit-log', columns, accountStorage());
  const isFiltered = Object.values(filter).some((value) => value !== null);
  return (
    <>
      <Filters filter={filter} onFilter={setFilter} />
      <DataTable
        label={t`Audit log`}
        scroll="document"
        table={table}
        rows={rows}
        total={rows.length}
        idOf={idOf}
        nameOf={({ action }) => action}
        openId={openId}
        onOpen={onOpen}
        onNearEnd={() => {
          if (hasNextPage) void fetchNextPage();
        }}
        state={
          error ? { kind: 'problem', error, onRetry: () => void refetch() } : { kind: isPending ? 'loading' : 'ready' }
        }
        empty={
          <EmptyState title={isFiltered ? t`No matching events` : t`No events yet`}>
            <p>{t`Changes of permissions and settings, exports, deletions and broadcasts are listed here.`}</p>
          </EmptyState>
        }
      />
    </>
  );
}

const idOf = ({ id }: AuditEvent) => id;

function Filters({ filter, onFilter }: { filter: AuditFilter; onFilter: (filter: AuditFilter) => void }) {
  const { t, i18n } = useLingui();
  const users = useRows('users');
  const zone = useAccountTimeZone();
  const features = Object.entries(auditFeatures).map(([value, label]) => ({ value, label: i18n._(label) }));
  return (
    <div className={styles.filters}>
      <FilterMenu
        label={t`Area`}
        choices={features}
        value={filter.feature}
        onChange={(feature) => onFilter({ ...filter, feature })}
      />
      <FilterMenu
        label={t`Member`}
        choices={users.map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.actor}
        onChange={(actor) => onFilter({ ...filter, actor })}
      />
      <span className={styles.day}>
        <DateField label={t`From`} value={filter.from} onChange={(from) => onFilter({ ...filter, from })} />
      </span>
      <span className={styles.day}>
        <DateField label={t`To`} value={filter.until} onChange={(until) => onFilter({ ...filter, until })} />
      </span>
      <ExportMenu save={(format) => downloadAuditEvents(filter, zone, format)} />
    </div>
  );
}

function useAuditColumns(): Column<AuditEvent>[] {
  const { t, i18n } = useLingui();
  const { exact } = useDateLabels();
  const actorName = useActorName();
  const objectName = useObjectName();
  const changedFields = useCallback(
    ({ changes, count }: NonNullable<AuditEvent['detail']>) => {
      if (changes !== undefined) return listText([...new Set(changes.map(({ field }) => fieldText(field)))]);
      return count === undefined ? '' : t`${plural(count, { one: '# item', other: '# items' })}`;
    },
    [t],
  );
  return useMemo(
    () => [
      {
        id: 'action',
        title: t`Event`,
        width: 220,
        fixed: true,
        phone: 'title',
        cell: ({ action }) => actionText(action, (message) => i18n._(message)),
      },
      {
        id: 'target',
        title: t`What`,
        width: 180,
        phone: 'detail',
        cell: (event) => <bdi>{objectName(event) ?? '-'}</bdi>,
      },
      { id: 'actor', title: t`Who`, width: 150, phone: 'detail', cell: ({ actor }) => <bdi>{actorName(actor)}</bdi> },
      { id: 'at', title: t`When`, width: 190, phone: 'end', cell: ({ at }) => exact(at) },
      { id: 'ip', title: t`IP address`, width: 130, cell: ({ ip }) => <bdi>{ip ?? '-'}</bdi> },
      { id: 'changes', title: t`Changed`, width: 160, cell: ({ detail }) => changedFields(detail ?? {}) },
    ],
    [t, i18n, exact, actorName, objectName, changedFields],
  );
}
