import { fromMinorUnits } from '@parley/contract/minor-units';
import type { TenantTx } from '../../../platform/db/sql.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { TableRows } from '../../../platform/table-file/table-file.ts';
import type { Cell } from '../../../platform/table-file/workbook.ts';
import { getClient } from '../../accounts/public.ts';
import { forceCustomPlans } from '../../contacts/public.ts';
import { findThreads, presentThread } from '../../messaging/public.ts';
import { listNames, type ReportFacts } from '../facts-query.ts';
import type { ReportScope } from '../report-scope.ts';
import { type ConversationRow, listConversations } from './conversations-query.ts';
import { listInboxNames } from './inbox-names-query.ts';

const head = [
  ...[
    'Conversation',
    'Name',
    'Number',
    'Channel',
    'State',
    'Assigned to',
    'Group',
    'Labels',
    'Stage',
    'Value',
    'Created',
  ],
  ...['First message', 'Last message', 'Received', 'Sent', 'First reply in seconds'],
  ...['Done', 'Resolution in seconds', 'Reopened', 'Rating'],
];
const pageSize = 500;

export type ConversationsInput = { clientId: string; scope: ReportScope; channels: ReportFacts['channels'] };

/** Conversations with a message in the period, one in each row. The first page is read before the file begins. */
export async function conversationTable(platform: Platform, input: ConversationsInput): Promise<TableRows> {
  const read = (after: string | null) =>
    platform.db.withTenant(input.clientId, (tx) => readPage(tx, input, after), { readOnly: true });
  const first = await read(null);
  async function* rows(): AsyncGenerator<Cell[][]> {
    yield [head];
    for (let page = first; ; page = await read(page.last)) {
      yield page.cells;
      if (page.last === null) return;
    }
  }
  return rows();
}

/** Cells of the conversations after one, and the last one's id; null: there are no more. */
async function readPage(tx: TenantTx, { scope, channels }: ConversationsInput, after: string | null) {
  await tx.rows(forceCustomPlans);
  const found = await listConversations(tx, scope, after, pageSize);
  const threads = new Map(
    (
      await findThreads(
        tx,
        found.map(({ thread_id }) => thread_id),
      )
    ).map((row) => [row.id, scope.view.thread(presentThread(row))]),
  );
  const names = await listNames(
    tx,
    [
      ...new Set(
        [...threads.values()].flatMap(({ assignee_id, assignee_group_id }) => [assignee_id, assignee_group_id]),
      ),
    ].filter((id) => id !== null),
  );
  const inboxNames = await listInboxNames(tx);
  const { currency } = await getClient(tx);
  const cells = found.flatMap((row): Cell[][] => {
    const thread = threads.get(row.thread_id);
    if (thread === undefined) return [];
    const { contact, assignee_id: member, assignee_group_id: group } = thread;
    const number = contact.phone_number === null ? (contact.phone_masked ?? '') : `+${contact.phone_number}`;
    return [
      [
        ...[thread.id, contact.name || contact.username || '', number],
        channels.find(({ id }) => id === thread.channel_id)?.name ?? '',
        thread.state === 'DONE' ? 'done' : 'active',
        (member !== null && names.get(member)) || '',
        (group !== null && names.get(group)) || '',
        thread.label_ids.flatMap((id) => inboxNames.get(id) ?? []).join(', '),
        (thread.stage_id !== null && inboxNames.get(thread.stage_id)) || '',
        thread.value === null ? null : fromMinorUnits(thread.value, currency),
        thread.created_at,
        ...figuresOf(row),
      ],
    ];
  });
  return { cells, last: found.length < pageSize ? null : (found.at(-1)?.thread_id ?? null) };
}

function figuresOf(row: ConversationRow): Cell[] {
  return [
    ...[row.first_at.toISOString(), row.last_at.toISOString(), row.received, row.sent, row.first_reply_s],
    ...[row.done_at?.toISOString() ?? '', row.resolution_s, row.reopened, row.score],
  ];
}
