import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ContactList, ContactRow, Segment, Selection } from '@parley/contract/types';
import { IconMessage } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { accountStorage } from '../../../platform/account-storage.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { SearchBox } from '../../../ui/search-box.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ColumnChoice } from '../../../ui/table/table-bars.tsx';
import { useSelection } from '../../../ui/table/use-selection.ts';
import { useTableLayout } from '../../../ui/table/use-table-layout.ts';
import { useBelow } from '../../../ui/use-media.ts';
import { useAccess, useRows } from '../../sync/public.ts';
import { useRefusal } from '../../team/public.ts';
import { contactName } from '../data/contact-name.ts';
import type { RowDialogState } from '../data/contact-selection.ts';
import { useFields } from '../data/contacts-data.ts';
import { filterOfView, joinFilters, selectionsOf, type TableQuery } from '../data/table-query.ts';
import type { ContactActions } from '../data/use-contact-actions.ts';
import { useContactPages } from '../data/use-contact-pages.ts';
import type { ContactsAddress } from '../data/use-contacts-address.ts';
import { useMessageTo } from '../data/use-message-to.ts';
import { ContactFilters } from './contact-filters.tsx';
import { ContactsBulk } from './contacts-bulk.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { NoContacts, NoMatches } from './empty-contacts.tsx';
import { ListsDialog } from './lists-dialog.tsx';
import { PhoneSort } from './phone-sort.tsx';
import { useContactColumns } from './use-contact-columns.tsx';
import { useRowActions } from './use-row-actions.tsx';

const commands: Command[] = [
  { id: 'contacts.message', group: 'list', title: msg`Message contact`, keys: 'm', icon: IconMessage },
];

export type ContactsTableProps = {
  address: ContactsAddress;
  change: (part: Partial<ContactsAddress>, replace?: boolean) => void;
  list: ContactList | null;
  segments: readonly Segment[];
  actions: ContactActions;
  onExport: (selections: readonly Selection[], count: number) => void;
};

/** The contacts table. The server searches, filters and sorts; only visible rows are rendered. */
export function ContactsTable({ address, change, list, segments, actions, onExport }: ContactsTableProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const lists = useRows('contact_lists');
  const fields = useFields();
  const { role, restrictions } = useAccess();
  const masked = role === 'User' && restrictions.mask_phone_numbers;
  const adds = useRefusal('contacts.enter_numbers') === null;
  const messageTo = useMessageTo();
  const phone = useBelow('md');
  const [question, setQuestion] = useState<RowDialogState | null>(null);
  const { view, filter, search, sort, openId } = address;
  const query = useMemo<TableQuery>(
    () => ({
      search,
      filter: joinFilters(filterOfView(view, segments), filter),
      listId: view.kind === 'list' ? view.listId : null,
      sort,
    }),
    [search, filter, view, segments, sort],
  );
  const { rows, total, state, pages } = useContactPages(query);
  const ids = useMemo(() => rows.map(idOf), [rows]);
  // Rows, and contacts selected by “all that match”, include the sandbox.
  const count = total === null ? rows.length : total.count + (total.sandbox_count ?? 0);
  const selection = useSelection(ids, count);
  const open = useCallback((row: ContactRow) => change({ openId: row.id }, openId !== null), [change, openId]);
  const rowActionsOf = useRowActions({ list, ask: setQuestion, actions: actions });
  const columns = useContactColumns({ lists, fields, masked, actionsOf: rowActionsOf });
  const table = useTableLayout('contacts', columns, accountStorage());
  useCommands(commands, {
    'contacts.message': () => {
      const row = rows[focusedRow() ?? -1] ?? rows.find(({ id }) => id === openId);
      if (row !== undefined) void messageTo(row);
    },
  });
  const isFiltered = search.trim() !== '' || filter !== null;
  const ofList = query.listId === null ? null : { field: 'list', op: 'in_list' as const, value: query.listId };
  return (
    <>
      <ContactFilters
        filter={filter}
        onChange={(next) => change({ filter: next })}
        saves={filter === null ? null : joinFilters(ofList, query.filter)}
        lists={lists}
        fields={fields}
        masked={masked}
        total={total}
        // On a phone a row is a card, which has no columns.
        end={phone ? null : <ColumnChoice table={table} />}
      >
        {phone && (
          <SearchBox
            gatherMs={200}
            label={t`Name or number`}
            value={search}
            onChange={(next) => change({ search: next }, true)}
          />
        )}
        <PhoneSort columns={columns} sort={sort} onSort={(next) => change({ sort: next }, true)} />
      </ContactFilters>
      <DataTable
        label={t`Contacts`}
        table={table}
        rows={rows}
        idOf={idOf}
        nameOf={contactName}
        pictureOf={(row) => <Avatar name={contactName(row)} seed={row.id} size="sm" />}
        total={count}
        state={state}
        empty={
          isFiltered ? (
            <NoMatches onClear={() => change({ search: '', filter: null })} />
          ) : (
            <NoContacts view={view} adds={adds} onAdd={() => void navigate({ to: '/contacts/add' })} />
          )
        }
        sort={sort}
        onSort={(next) => change({ sort: next }, true)}
        selection={selection}
        openId={openId}
        onOpen={open}
        onNearEnd={() => void pages.loadMore()}
      />
      <ContactsBulk
        selection={selection}
        query={query}
        rows={rows}
        list={list}
        onExport={(chosen) => onExport(selectionsOf(chosen.selection, query), chosen.count)}
      />
      {question?.kind === 'lists' && (
        <ListsDialog chosen={selectionOf(question.contact)} onClose={() => setQuestion(null)} />
      )}
      {question?.kind === 'delete' && (
        <DeleteDialog chosen={selectionOf(question.contact)} list={list} onClose={() => setQuestion(null)} />
      )}
    </>
  );
}

function selectionOf(contact: ContactRow) {
  return { count: 1, selections: [{ ids: [contact.id] }], rows: [contact] };
}

/** The index of the row that has the focus. */
function focusedRow(): number | null {
  const place = document.activeElement?.closest('[data-row]')?.getAttribute('data-row');
  return place === null || place === undefined ? null : Number(place);
}

function idOf({ id }: ContactRow): string {
  return id;
}
