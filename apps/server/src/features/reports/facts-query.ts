import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type ReportFacts = {
  time_zone: string;
  today: string;
  /** Days before it are rolled up; null: none. */
  rolled_before: string | null;
  /** Everything up to then is counted. */
  counted_at: Date;
  /** Of a recount that is going on. */
  recount: { done: number; total: number } | null;
  channels: { id: string; name: string; sandbox: boolean }[];
};

const factsStatement = statement(
  'reports.find_facts',
  `select c.time_zone, (now() at time zone c.time_zone)::date::text as today,
     (select before::text from report_rollups r where r.client_id = c.id and r.time_zone = c.time_zone) as rolled_before,
     coalesce((select w.created_at from report_cursors k join shared_changes w on w.client_id = k.client_id and w.pos = k.pos + 1
       where k.client_id = c.id order by w.created_at limit 1), now()) as counted_at, (
     select jsonb_build_object('done', recounted, 'total', recount_total) from report_cursors k
     where k.client_id = c.id and recount is not null) as recount, coalesce((
     select jsonb_agg(jsonb_build_object('id', ch.id, 'name', ch.channel_label, 'sandbox', ch.sandbox)
       order by ch.channel_label, ch.id)
     from shared_channels ch where ch.client_id = c.id
   ), '[]') as channels
   from shared_clients c where c.id = $1`,
);

/** The account's day and channels; removed channels too, whose conversations are still there. */
export async function findFacts(tx: TenantTx): Promise<ReportFacts> {
  const [facts] = await tx.rows<ReportFacts>(factsStatement, [tx.clientId]);
  if (facts === undefined) throw new Error('the account is gone');
  return facts;
}

const namesStatement = statement(
  'reports.list_names',
  `select x.id, coalesce(
     (select name from shared_client_users where client_id = $1 and user_id = x.id),
     (select name from shared_former_members where client_id = $1 and user_id = x.id),
     (select name from shared_user_groups where client_id = $1 and id = x.id)) as name
   from unnest($2::uuid[]) as x(id)`,
);

/** Names of members, former members and groups; null: gone. */
export async function listNames(tx: TenantTx, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await tx.rows<{ id: string; name: string | null }>(namesStatement, [tx.clientId, ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
