import type { ThreadEvent } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import type { NewChange } from '../../sync/public.ts';

export type ThreadEventRow = {
  id: string;
  thread_id: string;
  kind: ThreadEvent['kind'];
  detail: ThreadEvent['detail'];
  at: Date;
  created_by: string;
  version: number;
};
/** A change of the transaction's account. */
export type OwnChange = Omit<NewChange, 'clientId'>;
export type NewThreadEvent = Pick<ThreadEventRow, 'kind' | 'detail'>;

const columns = 'e.id, e.thread_id, e.kind, e.detail, e.at, e.created_by, e.version';

const insertStatement = statement(
  'messaging.insert_thread_events',
  `insert into thread_events (client_id, id, thread_id, kind, detail, created_by)
   select $1, x.id, $2, x.kind, x.detail, $4
   from jsonb_to_recordset($3::jsonb) as x(id uuid, kind text, detail jsonb)`,
);

/** @returns the change rows, for the caller to add with its own */
export async function insertThreadEvents(
  tx: TenantTx,
  threadId: string,
  events: readonly NewThreadEvent[],
  author: string,
): Promise<OwnChange[]> {
  if (events.length === 0) return [];
  const rows = events.map((event) => ({ id: newId(), ...event }));
  await tx.run(insertStatement, [tx.clientId, threadId, JSON.stringify(rows), author]);
  return rows.map(({ id }) => ({ collection: 'thread_events', id, marker: 'NEW', version: 1 }));
}

const findStatement = statement(
  'messaging.find_thread_events',
  `select ${columns} from thread_events e where e.client_id = $1 and e.id = any($2)`,
);

export function findThreadEvents(tx: TenantTx, ids: readonly string[]): Promise<ThreadEventRow[]> {
  return tx.rows(findStatement, [tx.clientId, ids]);
}

const pageStatement = statement(
  'messaging.list_thread_events',
  `select ${columns} from thread_events e
   where e.client_id = $1 and e.thread_id = $2 and (e.at, e.id) < ($3, $4::uuid)
   order by e.at desc, e.id desc limit $5`,
);

/** Newest first. */
export function listThreadEvents(
  tx: TenantTx,
  threadId: string,
  before: { at: Date; id: string },
  limit: number,
): Promise<ThreadEventRow[]> {
  return tx.rows(pageStatement, [tx.clientId, threadId, before.at, before.id, limit]);
}

export function presentThreadEvent(row: ThreadEventRow): ThreadEvent {
  const { id, thread_id, kind, detail, at, created_by, version } = row;
  return { id, thread_id, kind, detail, created_at: at.toISOString(), created_by, version };
}
