import type { Automation, Flow } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import { advanceRestoredCursors } from './cursor-query.ts';

export type AutomationRow = {
  id: string;
  name: string;
  state: Automation['state'];
  paused_by: Automation['paused_by'];
  draft: Flow;
  /** The flow of the published version. */
  live: Flow | null;
  published_version: number | null;
  request_hash: Buffer;
  updated_at: Date;
  updated_by: string;
  version: number;
};

const columns = `a.id, a.name, a.state, a.paused_by, a.draft, v.flow as live, a.published_version, a.request_hash, a.updated_at,
  a.updated_by, a.version`;
const from = `automations a left join automation_versions v
  on v.client_id = a.client_id and v.automation_id = a.id and v.number = a.published_version`;

const listStatement = statement(
  'automations.list_automations',
  `select ${columns} from ${from} where a.client_id = $1 order by a.position, a.id`,
);
export function listAutomations(tx: TenantTx): Promise<AutomationRow[]> {
  return tx.rows(listStatement, [tx.clientId]);
}

const findStatement = statement(
  'automations.find_automation',
  `select ${columns} from ${from} where a.client_id = $1 and a.id = $2`,
);
export async function findAutomation(tx: TenantTx, id: string): Promise<AutomationRow | null> {
  const [row] = await tx.rows<AutomationRow>(findStatement, [tx.clientId, id]);
  return row ?? null;
}

const lockStatement = statement(
  'automations.lock_automation',
  'select id from automations where client_id = $1 and id = $2 for update',
);
export async function lockAutomation(tx: TenantTx, id: string): Promise<AutomationRow | null> {
  await tx.rows(lockStatement, [tx.clientId, id]);
  return findAutomation(tx, id);
}

const insertStatement = statement(
  'automations.insert_automation',
  `insert into automations (client_id, id, name, draft, request_hash, updated_by, position)
   select $1, $2, $3, $4::jsonb, $5, $6, coalesce(max(position), 0) + 1 from automations where client_id = $1
   on conflict do nothing`,
);
/** @returns false when the id is taken */
export async function insertAutomation(
  tx: TenantTx,
  row: { id: string; name: string; flow: Flow; requestHash: Buffer; author: string },
): Promise<boolean> {
  const { id, name, flow, requestHash, author } = row;
  return (await tx.run(insertStatement, [tx.clientId, id, name, JSON.stringify(flow), requestHash, author])) === 1;
}

const updateStatement = statement(
  'automations.update_draft',
  `update automations set name = coalesce($3, name), draft = coalesce($4::jsonb, draft), updated_by = $5,
     updated_at = now(), version = version + 1
   where client_id = $1 and id = $2`,
);
export async function updateDraft(
  tx: TenantTx,
  id: string,
  change: { name?: string | undefined; flow?: Flow | undefined; author: string },
): Promise<void> {
  const flow = change.flow === undefined ? null : JSON.stringify(change.flow);
  await tx.run(updateStatement, [tx.clientId, id, change.name ?? null, flow, change.author]);
}

const draftBytes = statement(
  'automations.sum_draft_bytes',
  'select coalesce(sum(octet_length(draft::text)), 0)::bigint as bytes from automations where client_id = $1',
);
/** The size of all drafts of an account. */
export async function measureDrafts(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ bytes: number }>(draftBytes, [tx.clientId]);
  return Number(row?.bytes ?? 0);
}

const deleteStatement = statement(
  'automations.delete_automation',
  'delete from automations where client_id = $1 and id = $2',
);
export async function deleteAutomation(tx: TenantTx, id: string): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, id]);
}

/** The versions of an automation that are kept and listed, and the size of those of an account. */
const mostVersions = 100;
const mostVersionBytes = 16_000_000;

const publishStatement = statement(
  'automations.insert_version',
  `insert into automation_versions (client_id, automation_id, number, flow, published_by)
   select $1, $2, coalesce(max(number), 0) + 1, $3::jsonb, $4
   from automation_versions where client_id = $1 and automation_id = $2 returning number`,
);
const forgetStatement = statement(
  'automations.delete_old_versions',
  `delete from automation_versions v where v.client_id = $1 and v.automation_id = $2 and v.number <= $3
     and not exists (select from automation_runs r where r.client_id = v.client_id and r.automation_id = v.automation_id
       and r.version_number = v.number and r.due_at is not null)`,
);
const shrinkStatement = statement(
  'automations.delete_versions_beyond_size',
  `with sized as (
     select automation_id, number, sum(octet_length(flow::text)) over (order by published_at desc, automation_id, number desc) as bytes
     from automation_versions where client_id = $1
   )
   delete from automation_versions v using sized s
   where v.client_id = $1 and v.automation_id = s.automation_id and v.number = s.number and s.bytes > $2
     and not exists (select from automations a where a.client_id = v.client_id and a.id = v.automation_id
       and a.published_version = v.number)
     and not exists (select from automation_runs r where r.client_id = v.client_id and r.automation_id = v.automation_id
       and r.version_number = v.number and r.due_at is not null)`,
);
/**
 * Publishes the next version; the oldest ones beyond the kept number and size go, unless they are published or a run still
 * follows them.
 */
export async function insertVersion(tx: TenantTx, id: string, flow: Flow, author: string): Promise<number> {
  const [row] = await tx.rows<{ number: number }>(publishStatement, [tx.clientId, id, JSON.stringify(flow), author]);
  if (row === undefined) throw new Error('a version was not written');
  await tx.run(forgetStatement, [tx.clientId, id, row.number - mostVersions]);
  await tx.run(shrinkStatement, [tx.clientId, mostVersionBytes]);
  return row.number;
}

/** Events of contacts that start it: a kind, and the number of a field, a list or an incoming webhook. */
export type Subscription = { kind: string; to: string };

const stateStatement = statement(
  'automations.set_state',
  `update automations set state = $3, published_version = coalesce($4, published_version), errors_in_row = 0,
     paused_by = null, on_since = case when $3 <> 'ON' then null when state = 'ON' then on_since else now() end, next_at = $5,
     listens = case when $3 = 'ON' then $7 end, listens_to = case when $3 = 'ON' then $8 end,
     updated_by = $6, updated_at = now(), version = version + 1
   where client_id = $1 and id = $2`,
);
/** @param nextAt when its schedule is due, if it has one */
export async function setState(
  tx: TenantTx,
  id: string,
  change: {
    state: 'ON' | 'OFF';
    published?: number;
    nextAt: Date | null;
    listens?: Subscription | null;
    author: string;
  },
): Promise<void> {
  const { state, published, nextAt, listens, author } = change;
  const to = [listens?.kind ?? null, listens?.to ?? null];
  await tx.run(stateStatement, [tx.clientId, id, state, published ?? null, nextAt, author, ...to]);
}

const versionsStatement = statement(
  'automations.list_versions',
  `select number, flow, published_at, published_by from automation_versions
   where client_id = $1 and automation_id = $2 order by number desc limit ${mostVersions}`,
);
export type VersionRow = { number: number; flow: Flow; published_at: Date; published_by: string };
export function listVersions(tx: TenantTx, id: string): Promise<VersionRow[]> {
  return tx.rows(versionsStatement, [tx.clientId, id]);
}

const versionStatement = statement(
  'automations.find_version',
  'select flow from automation_versions where client_id = $1 and automation_id = $2 and number = $3',
);
export async function findVersion(tx: TenantTx, id: string, number: number): Promise<Flow | null> {
  const [row] = await tx.rows<{ flow: Flow }>(versionStatement, [tx.clientId, id, number]);
  return row?.flow ?? null;
}

const orderStatement = statement(
  'automations.order_automations',
  `update automations a set position = n.position from (
     select o.id, row_number() over (order by x.ord nulls last, o.position, o.id)::int as position
     from automations o left join unnest($2::uuid[]) with ordinality as x(id, ord) on x.id = o.id
     where o.client_id = $1) n
   where a.client_id = $1 and a.id = n.id and a.position <> n.position`,
);
export async function orderAutomations(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run(orderStatement, [tx.clientId, ids]);
}

const flowsStatement = statement(
  'automations.list_flows',
  `select 'draft' as place, id, 0 as number, draft as flow from automations where client_id = $1
   union all
   select 'version', automation_id, number, flow from automation_versions where client_id = $1`,
);
export type StoredFlow = { place: 'draft' | 'version'; id: string; number: number; flow: Flow };
export function listFlows(tx: TenantTx): Promise<StoredFlow[]> {
  return tx.rows(flowsStatement, [tx.clientId]);
}

const currentFlows = statement(
  'automations.list_current_flows',
  `select a.id, a.name, array_remove(array[a.draft, v.flow], null) as flows from automations a
   left join automation_versions v on v.client_id = a.client_id and v.automation_id = a.id and v.number = a.published_version
   where a.client_id = $1 order by a.position, a.id`,
);
/** What is edited and what runs of each automation. */
export function listCurrentFlows(tx: TenantTx): Promise<{ id: string; name: string; flows: Flow[] }[]> {
  return tx.rows(currentFlows, [tx.clientId]);
}

const replaceDraft = statement(
  'automations.replace_draft',
  'update automations set draft = $3::jsonb, version = version + 1 where client_id = $1 and id = $2',
);
const replaceVersion = statement(
  'automations.replace_version',
  'update automation_versions set flow = $3::jsonb where client_id = $1 and automation_id = $2 and number = $4',
);
export async function replaceFlow(tx: TenantTx, { place, id, number, flow }: StoredFlow): Promise<void> {
  const values = [tx.clientId, id, JSON.stringify(flow)];
  await (place === 'draft' ? tx.run(replaceDraft, values) : tx.run(replaceVersion, [...values, number]));
}

const restoreRuns = statement(
  'automations.end_restored_runs',
  "update automation_runs set state = 'STOPPED', reason = 'restored', due_at = null, ended_at = now() where due_at is not null",
);
const restoreEvents = statement('automations.end_restored_events', 'delete from automation_contact_events');
/** After a restore from a backup: what was to be sent then may have been sent since. */
export async function settleRestoredRuns(tx: Executor): Promise<void> {
  await tx.run(restoreRuns);
  await tx.run(restoreEvents);
  await advanceRestoredCursors(tx);
}
