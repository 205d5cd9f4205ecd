import type { LookupConditions, ThreadConditions, ThreadSort } from '@parley/contract/threads';
import type { TenantTx } from '../../platform/db/sql.ts';
import {
  type ContactSearch,
  contactSearchCondition,
  findContactIds,
  forceCustomPlans,
  Parameters,
  unnamedStatement,
} from '../contacts/public.ts';
import { type ThreadRow, threadSelect } from '../messaging/public.ts';
import {
  channelNow,
  conditionsOf,
  lookupConditions,
  type ThreadScope,
  threadChannels,
  unreadFor,
  visibleConditions,
} from './thread-conditions-query.ts';

/** Up to so many contacts are found first and joined by id; with more, threads are scanned from the latest. */
const maxContacts = 2_000;

export type FilteredRow = ThreadRow & { sort_key: string };
/** The last thread of the page before; `key` as `sort_key` of the row. */
export type FilteredPosition = { key: string; at: Date; id: string };

export type ThreadSelection = {
  conditions: ThreadConditions;
  lookup: LookupConditions;
  search: ContactSearch | null;
  sort: ThreadSort;
};

/** Threads under any conditions, in any order. */
export async function filterThreads(
  tx: TenantTx,
  { conditions, lookup, search, sort }: ThreadSelection,
  scope: ThreadScope,
  after: FilteredPosition | null,
  limit: number,
): Promise<FilteredRow[]> {
  const contactIds = search === null ? null : await findContactIds(tx, search, maxContacts);
  if (contactIds?.length === 0) return [];
  const parameters = new Parameters(tx.clientId);
  const parts = [
    't.client_id = $1',
    ...conditionsOf(conditions, scope, parameters),
    ...lookupConditions(lookup, parameters),
    ...visibleConditions(scope, parameters),
  ];
  if (search !== null) parts.push(contactSearchCondition(search, parameters));
  if (contactIds !== null) parts.push(`t.contact_id = any(${parameters.add(contactIds)}::uuid[])`);
  const key = sortKey(sort, scope, parameters);
  if (after !== null) {
    const [at, id] = [parameters.add(after.at), parameters.add(after.id)];
    const later = `(t.last_message_at, t.id) < (${at}::timestamptz, ${id}::uuid)`;
    if (key === null) parts.push(later);
    else {
      const from = parameters.add(after.key);
      parts.push(`(${key} > ${from}::timestamptz or (${key} = ${from}::timestamptz and ${later}))`);
    }
  }
  await tx.rows(forceCustomPlans);
  const select = threadSelect
    .replace('select ', `select ${key === null ? "''" : `${key}::text`} as sort_key, `)
    .replace('from threads t', `from threads t ${threadChannels}`);
  const text = `${select} where ${parts.join(' and ')}
    order by ${key === null ? '' : `${key},`} t.last_message_at desc nulls last, t.id desc limit ${limit}`;
  return tx.rows<FilteredRow>(unnamedStatement(text), parameters.values);
}

/** What a sort puts first, ascending; null for the latest activity alone. As `compareThreads` of the contract. */
function sortKey(sort: ThreadSort, scope: ThreadScope, parameters: Parameters): string | null {
  if (sort === 'newest') return null;
  if (sort === 'waiting') return `coalesce(t.waiting_since, 'infinity'::timestamptz)`;
  if (sort === 'due') return `coalesce(least(t.reply_due_at, t.resolve_due_at), 'infinity'::timestamptz)`;
  if (sort === 'unread') {
    return `(case when ${unreadFor(scope, parameters)} > 0 then '-infinity' else 'infinity' end)::timestamptz`;
  }
  return `case when t.window_expires_at > ${channelNow(parameters.add(scope.now))} then t.window_expires_at else 'infinity'::timestamptz end`;
}
