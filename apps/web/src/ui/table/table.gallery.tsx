import { useLingui } from '@lingui/react/macro';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { memoryStorage } from '../../platform/storage.ts';
import { Avatar } from '../avatar.tsx';
import { Button } from '../button.tsx';
import { Chip, ChipButton } from '../chip.tsx';
import { EmptyState } from '../empty-state.tsx';
import type { GallerySection } from '../gallery-section.ts';
import { icon, smallIcon } from '../icon.ts';
import type { Column, Sort } from './column.ts';
import { DataTable, type TableState } from './data-table.tsx';
import { BulkBar, ColumnChoice, FilterBar } from './table-bars.tsx';
import { useSelection } from './use-selection.ts';
import { useTableLayout } from './use-table-layout.ts';

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    {
      id: 'table',
      wide: true,
      title: t`A table of 4,213 rows`,
      states: <SampleTable count={4213} state={{ kind: 'ready' }} />,
    },
    {
      id: 'table-million',
      wide: true,
      title: t`A table of a million rows`,
      states: <SampleTable count={1_000_000} loaded={50_000} state={{ kind: 'ready' }} />,
    },
    {
      id: 'table-more-problem',
      title: t`A table whose next rows couldn’t be read`,
      states: (
        <SampleTable
          count={4213}
          loaded={12}
          state={{ kind: 'problem', error: new Error('gallery'), onRetry: () => undefined }}
        />
      ),
    },
    {
      id: 'table-more-loading',
      title: t`A table that reads its next rows`,
      states: <SampleTable count={4213} loaded={12} state={{ kind: 'loading' }} />,
    },
    {
      id: 'table-loading',
      title: t`A table on its first visit`,
      states: <SampleTable count={0} state={{ kind: 'loading' }} />,
    },
    { id: 'table-empty', title: t`A table without rows`, states: <SampleTable count={0} state={{ kind: 'ready' }} /> },
    {
      id: 'table-problem',
      title: t`A table that couldn’t be read`,
      states: (
        <SampleTable count={0} state={{ kind: 'problem', error: new Error('gallery'), onRetry: () => undefined }} />
      ),
    },
  ];
}

type Contact = { id: string; name: string; number: string; lists: string; bike: string; at: string };

const names = [
  'Aisha Kamara',
  'Amara Okafor',
  'Camille Moreau',
  'Diego Paredes',
  'Ewa Błaszczyk',
  'ليلى حداد',
  '佐藤 美咲',
];

function contactsOf(count: number): Contact[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    name: `${names[index % names.length]} ${Math.floor(index / names.length) + 1}`,
    number: `+44 7700 90${String(index).padStart(4, '0')}`,
    lists: index % 3 === 0 ? 'Service plan, E-bikes, Newsletter + 2 lists' : 'Service plan',
    bike: index % 2 === 0 ? 'Heron 5, 2024' : '-',
    at: `${String(8 + (index % 12)).padStart(2, '0')}:${String((index * 7) % 60).padStart(2, '0')}`,
  }));
}

const storage = memoryStorage();
/** Rows a page of the sample brings. */
const pageLength = 200;

type SampleTableProps = { count: number; loaded?: number; state: TableState };

function SampleTable({ count, loaded = Math.min(count, pageLength), state }: SampleTableProps) {
  const { t } = useLingui();
  const [descending, setDescending] = useState(false);
  const [open, setOpen] = useState<string | null>('p1');
  const [length, setLength] = useState(loaded);
  const rows = useMemo(() => (descending ? contactsOf(length).toReversed() : contactsOf(length)), [length, descending]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const columns = useMemo<Column<Contact>[]>(
    () => [
      {
        id: 'name',
        title: t`Name`,
        width: 200,
        fixed: true,
        sortable: true,
        phone: 'title',
        cell: (row) => <bdi>{row.name}</bdi>,
      },
      { id: 'number', title: t`Number`, width: 160, phone: 'detail', cell: (row) => <bdi>{row.number}</bdi> },
      { id: 'lists', title: t`Lists`, width: 260, cell: (row) => row.lists },
      { id: 'bike', title: t`Bike`, width: 140, hidden: true, cell: (row) => row.bike },
      { id: 'at', title: t`Last message`, width: 120, align: 'end', phone: 'end', cell: (row) => row.at },
    ],
    [t],
  );
  const table = useTableLayout('gallery', columns, storage);
  const total = count;
  const selection = useSelection(ids, total);
  const sort: Sort = { column: 'name', descending };
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        inlineSize: '100%',
        blockSize: 420,
        border: '1px solid var(--line)',
      }}
    >
      <FilterBar matching={total} end={<ColumnChoice table={table} />}>
        <Chip look="on" removeLabel={t`Remove the filter “Opt-in is yes”`} onRemove={() => undefined}>
          {t`Opt-in is yes`}
        </Chip>
        <ChipButton>
          <IconPlus {...icon} />
          {t`Filter`}
        </ChipButton>
      </FilterBar>
      <DataTable
        label={t`Contacts`}
        table={table}
        rows={rows}
        idOf={idOf}
        nameOf={({ name }) => name}
        pictureOf={({ id, name }) => <Avatar name={name} seed={id} size="sm" />}
        total={total}
        state={state}
        empty={
          <EmptyState title={t`No contacts yet`} actions={<Button variant="filled">{t`Import contacts`}</Button>}>
            <p>{t`People who write to you appear here. You can also bring them along.`}</p>
          </EmptyState>
        }
        sort={sort}
        onSort={(next) => setDescending(next.descending)}
        selection={selection}
        openId={open}
        onOpen={({ id }) => setOpen(id)}
        onNearEnd={() => setLength(Math.min(count, length + pageLength))}
      />
      <BulkBar selection={selection}>
        <Button size="sm">{t`Broadcast`}</Button>
        <Button size="sm" danger>
          <IconTrash {...smallIcon} />
          {t`Delete`}
        </Button>
      </BulkBar>
    </div>
  );
}

function idOf({ id }: Contact): string {
  return id;
}
