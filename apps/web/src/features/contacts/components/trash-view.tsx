import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { TrashedContact } from '@parley/contract/types';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { accountStorage } from '../../../platform/account-storage.ts';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { actionsColumn } from '../../../ui/table/actions-column.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { BulkBar } from '../../../ui/table/table-bars.tsx';
import { useSelection } from '../../../ui/table/use-selection.ts';
import { useTableLayout } from '../../../ui/table/use-table-layout.ts';
import { toast } from '../../../ui/toast.ts';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useAccount } from '../../sync/public.ts';
import { PermissionNote, useRefusal } from '../../team/public.ts';
import { readableNumber } from '../data/readable-number.ts';
import type { ContactActions } from '../data/use-contact-actions.ts';
import { PhoneCell } from './contact-cells.tsx';

const trashKey = ['contact-trash'];

/** Contacts deleted in the last 30 days, restored one by one or by deletion. */
export function TrashView({ actions }: { actions: ContactActions }) {
  const { t } = useLingui();
  const restores = useRefusal('contacts.delete') === null;
  const { topics } = useAccount().store;
  const words = useDateLabels();
  const query = useInfiniteQuery({
    queryKey: trashKey,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/contacts/trash', { query: { limit: 100, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
  useEffect(() => {
    invalidateTrash();
    return topics.subscribe('contacts', invalidateTrash);
  }, [topics]);
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data]);
  const ids = useMemo(() => rows.map(idOf), [rows]);
  const selection = useSelection(ids, ids.length);
  const { clear } = selection;
  const { restore } = actions;
  const [first] = rows;
  const together = first === undefined ? 0 : rows.filter((row) => row.deletion_id === first.deletion_id).length;
  const bringBack = useCallback(
    async (chosen: readonly string[]) => {
      await restore(chosen);
      clear();
      invalidateTrash();
      toast({ message: t`${plural(chosen.length, { one: '# contact restored', other: '# contacts restored' })}` });
    },
    [restore, clear, t],
  );
  const columns = useMemo<Column<TrashedContact>[]>(
    () => [
      { id: 'name', title: t`Name`, width: 260, fixed: true, phone: 'title', cell: (row) => <bdi>{nameOf(row)}</bdi> },
      {
        id: 'phone',
        title: t`Phone`,
        width: 180,
        phone: 'detail',
        cell: (row) => <PhoneCell contact={row} />,
      },
      {
        id: 'at',
        title: t`Deleted`,
        width: 160,
        align: 'end',
        cell: (row) => words.short(row.deleted_at),
      },
      ...(restores
        ? [
            actionsColumn(t`Actions`, (row: TrashedContact) => (
              <IconButton size="sm" label={t`Restore ${nameOf(row)}`} onClick={() => void bringBack([row.id])}>
                <IconArrowBackUp {...smallIcon} />
              </IconButton>
            )),
          ]
        : []),
    ],
    [t, words, restores, bringBack],
  );
  const table = useTableLayout('contacts-trash', columns, accountStorage());
  const state = query.error
    ? { kind: 'problem' as const, error: query.error, onRetry: () => void query.refetch() }
    : { kind: query.isPending || query.isFetchingNextPage ? ('loading' as const) : ('ready' as const) };
  return (
    <>
      {first !== undefined && together > 1 && restores && (
        <Banner
          icon={<IconTrash {...icon} />}
          action={
            <Button
              size="sm"
              onClick={() => void actions.restoreDeletion(first.deletion_id).then(invalidateTrash)}
            >{t`Restore all`}</Button>
          }
        >
          {t`The last deletion removed ${together === rows.length && query.hasNextPage ? `${together}+` : together} contacts.`}
        </Banner>
      )}
      {!restores && <PermissionNote right="contacts.delete" />}
      <DataTable
        label={t`Deleted contacts`}
        table={table}
        rows={rows}
        idOf={idOf}
        nameOf={nameOf}
        pictureOf={(row) => <Avatar name={nameOf(row)} seed={row.id} size="sm" />}
        total={rows.length}
        state={state}
        empty={
          <EmptyState title={t`No deleted contacts`}>
            <p>{t`Deleted contacts stay here for 30 days. Their conversations are not deleted.`}</p>
          </EmptyState>
        }
        {...(restores && { selection })}
        onNearEnd={() => {
          if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
        }}
      />
      {restores && (
        <BulkBar selection={selection}>
          <Button
            size="sm"
            onClick={() => void bringBack(ids.filter(selection.has).slice(0, 1_000))}
          >{t`Restore`}</Button>
        </BulkBar>
      )}
    </>
  );
}

function invalidateTrash(): void {
  void queryClient.invalidateQueries({ queryKey: trashKey });
}

function idOf({ id }: TrashedContact): string {
  return id;
}

function nameOf({ name, phone_number: digits, phone_masked: masked }: TrashedContact): string {
  if (name.trim() !== '') return name;
  return digits === null ? (masked ?? '?') : readableNumber(digits);
}
