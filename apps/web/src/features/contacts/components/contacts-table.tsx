import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ContactList, ContactRow, Segment, Selection } from '@parley/contract/types';
import { IconMessage } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { accountStorage } from '../../../platform/account-storage.ts';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { ContactSquare } from '../../../ui/contact-square.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ColumnChoice } from '../../../ui/table/table-bars.tsx';
import { useSelection } from '../../../ui/table/use-selection.ts';
import { useTableLayout } from '../../../ui/table/use-table-layout.ts';
import { useBelow } from '../../../ui/use-media.ts';
import { useRows, useStanding } from '../../sync/public.ts';
import { contactName } from '../contact-name.ts';
import { useFields } from '../contacts-data.ts';
import { filterOfView, joinFilters, selectionsOf, type TableQuery } from '../table/table-query.ts';
import { useContactPages } from '../table/use-contact-pages.ts';
import type { ContactsAddress } from '../use-address.ts';
import type { ContactActs } from '../use-contact-acts.ts';
import { useMessageTo } from '../use-message-to.ts';
import type { RowQuestion } from './chosen.ts';
import { ContactFilters } from './contact-filters.tsx';
import { ContactsBulk } from './contacts-bulk.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { NobodyMatches, NoContacts } from './empty-contacts.tsx';
import { ListsDialog } from './lists-dialog.tsx';
import { PhoneSort } from './phone-sort.tsx';
import { useContactColumns } from './use-contact-columns.tsx';
import { useRowActs } from './use-row-acts.tsx';

const commands: Command[] = [
  { id: 'contacts.message', group: 'list', title: msg`Write to the contact`, keys: 'm', icon: IconMessage },
];

export type ContactsTableProps = {
  address: ContactsAddress;
  change: (part: Partial<ContactsAddress>, replace?: boolean) => void;
  list: ContactList | null;
  segments: readonly Segment[];
  acts: ContactActs;
  onExport: (selections: readonly Selection[]) => void;
};

/** The table people live in: found, filtered, sorted and acted upon by the server, drawn as far as it is seen. */
export function ContactsTable({ address, change, list, segments, acts, onExport }: ContactsTableProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const lists = useRows('contact_lists');
  const fields = useFields();
  const { role, restrictions } = useStanding();
  const masked = role === 'User' && restrictions.mask_phone_numbers;
  const messageTo = useMessageTo();
  const phone = useBelow('md');
  const [question, setQuestion] = useState<RowQuestion | null>(null);
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
  // Rows and whoever is chosen by “all that match” are of the sandbox too.
  const count = total === null ? rows.length : total.count + (total.sandbox_count ?? 0);
  const selection = useSelection(ids, count);
  const open = useCallback((row: ContactRow) => change({ openId: row.id }, openId !== null), [change, openId]);
  const actsOf = useRowActs({ list, ask: setQuestion, acts });
  const columns = useContactColumns({ lists, fields, masked, actsOf });
  const table = useTableLayout('contacts', columns, accountStorage());
  useCommands(commands, {
    'contacts.message': () => {
      const row = rows[focusedRow() ?? -1] ?? rows.find(({ id }) => id === openId);
      if (row !== undefined) void messageTo(row);
    },
  });
  const narrowed = search.trim() !== '' || filter !== null;
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
        pictureOf={(row) => <ContactSquare name={contactName(row)} seed={row.id} size="sm" />}
        total={count}
        state={state}
        empty={
          narrowed ? (
            <NobodyMatches onClear={() => change({ search: '', filter: null })} />
          ) : (
            <NoContacts view={view} onAdd={() => void navigate({ to: '/contacts/add' })} />
          )
        }
        sort={sort}
        onSort={(next) => change({ sort: next }, true)}
        selection={selection}
        openId={openId}
        onOpen={open}
        onNearEnd={() => void pages.more()}
      />
      <ContactsBulk
        selection={selection}
        query={query}
        rows={rows}
        list={list}
        onExport={(chosen) => void onExport(selectionsOf(chosen.selection, query))}
      />
      {question?.kind === 'lists' && (
        <ListsDialog chosen={chosenOf(question.contact)} onClose={() => setQuestion(null)} />
      )}
      {question?.kind === 'delete' && (
        <DeleteDialog chosen={chosenOf(question.contact)} list={list} onClose={() => setQuestion(null)} />
      )}
    </>
  );
}

function chosenOf(contact: ContactRow) {
  return { count: 1, selections: [{ ids: [contact.id] }], rows: [contact] };
}

/** The place of the row that has the focus. */
function focusedRow(): number | null {
  const place = document.activeElement?.closest('[data-row]')?.getAttribute('data-row');
  return place === null || place === undefined ? null : Number(place);
}

function idOf({ id }: ContactRow): string {
  return id;
}
