import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { Parameters } from './filter-repo.ts';
import {
  type ContactSelection,
  findCandidates,
  forceCustomPlans,
  parseSearchTerm,
  searchCondition,
  selectionConditions,
  type TableContext,
  unnamedStatement,
} from './selection-repo.ts';

/** The largest candidate set that is used for counting. */
const maxCandidates = 4_000;

/** Contacts of a selection in the order of ids, for operations on all of them. */
export async function scanContactIds(
  tx: TenantTx,
  context: TableContext,
  which: ContactSelection,
  after: string,
  limit: number,
): Promise<string[]> {
  await tx.rows(forceCustomPlans);
  const parameters = new Parameters(tx.clientId);
  const parts = selectionConditions(which, context, parameters);
  const fragment = parseSearchTerm(which.search ?? '', context);
  if (fragment !== null) parts.push(searchCondition(fragment, context.masked, parameters));
  const text = `select c.id from contacts c where ${parts.join(' and ')} and c.id > ${parameters.add(after)}::uuid
    order by c.id limit ${limit}`;
  return (await tx.rows<{ id: string }>(unnamedStatement(text), parameters.values)).map(({ id }) => id);
}

const totals = statement(
  'contacts.count_all',
  `select coalesce(sum(n) filter (where scope = $2), 0)::int as n,
     coalesce(sum(n) filter (where scope = $3), 0)::int as sandbox
   from contact_counts where client_id = $1 and scope in ($2, $3)`,
);

/** @param most where counting stops @returns the count, and whether it is complete */
export async function countContacts(
  tx: TenantTx,
  context: TableContext,
  which: ContactSelection,
  most: number,
): Promise<{ count: number; exact: boolean }> {
  const simple =
    which.filter === undefined &&
    (which.search ?? '').trim() === '' &&
    [which.assignee, which.ids, which.except].every((part) => part === undefined);
  if (simple) {
    const scopes =
      which.listId === undefined ? ['all', 'sandbox'] : [`list:${which.listId}`, `sandbox:list:${which.listId}`];
    const [row] = await tx.rows<{ n: number; sandbox: number }>(totals, [tx.clientId, ...scopes]);
    const { n = 0, sandbox = 0 } = row ?? {};
    const count = which.real === undefined ? n : which.real ? n - sandbox : sandbox;
    return { count, exact: true };
  }
  await tx.rows(forceCustomPlans);
  const parameters = new Parameters(tx.clientId);
  const parts = selectionConditions(which, context, parameters);
  const fragment = parseSearchTerm(which.search ?? '', context);
  if (fragment !== null) parts.push(searchCondition(fragment, context.masked, parameters));
  const candidates = await findCandidates(tx, context, which, fragment, maxCandidates);
  if (candidates !== null) parts.push(`c.id = any(${parameters.add(candidates)}::uuid[])`);
  const text = `select count(*)::int as n from (select from contacts c where ${parts.join(' and ')} limit ${most + 1}) x`;
  const [row] = await tx.rows<{ n: number }>(unnamedStatement(text), parameters.values);
  const n = row?.n ?? 0;
  return { count: Math.min(n, most), exact: n <= most };
}

/** Counts of real and sandbox contacts in a selection; the latter are counted only in accounts that have some. */
export async function countRealAndSandbox(
  tx: TenantTx,
  context: TableContext,
  which: ContactSelection,
  most: number,
): Promise<{ count: number; exact: boolean; sandbox: number }> {
  const real = await countContacts(tx, context, { ...which, real: true }, most);
  const { count: anywhere } = await countContacts(tx, context, { real: false }, most);
  if (anywhere === 0) return { ...real, sandbox: 0 };
  const played = await countContacts(tx, context, { ...which, real: false }, most);
  return { count: real.count, exact: real.exact && played.exact, sandbox: played.count };
}

const lastMessages = statement(
  'contacts.list_last_messages',
  `select contact_id, max(last_message_at) as at from contact_threads
   where client_id = $1 and contact_id = any($2) and last_message_at is not null
     and ($3::uuid is null or assignee_id = $3) and ($4::uuid[] is null or channel_id = any($4)) group by contact_id`,
);

/** The time of the newest message of each contact, in conversations that the reader can see. */
export async function listLastMessages(
  tx: TenantTx,
  ids: readonly string[],
  sees: { assigneeId: string | null; channelIds: readonly string[] | null },
): Promise<Map<string, string>> {
  const rows = await tx.rows<{ contact_id: string; at: Date }>(lastMessages, [
    tx.clientId,
    ids,
    sees.assigneeId,
    sees.channelIds,
  ]);
  return new Map(rows.map(({ contact_id: id, at }) => [id, at.toISOString()]));
}
