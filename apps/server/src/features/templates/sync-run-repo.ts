import type { TemplateSyncRun } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type SyncRunRow = Omit<TemplateSyncRun, 'started_at'> & { started_at: Date };

const insertStatement = statement(
  'templates.insert_sync_run',
  `insert into template_sync_runs (client_id, id, waba_id, trigger, created_by, started_at, duration_ms, compared, new,
     modified, deleted, error)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);

export async function insertSyncRun(tx: TenantTx, run: SyncRunRow): Promise<void> {
  const { id, waba_id, trigger, created_by, started_at, duration_ms, compared } = run;
  const counts = [compared, run.new, run.modified, run.deleted, run.error];
  await tx.run(insertStatement, [tx.clientId, id, waba_id, trigger, created_by, started_at, duration_ms, ...counts]);
}

const listStatement = statement(
  'templates.list_sync_runs',
  `select id, waba_id, trigger, created_by, started_at, duration_ms, compared, new, modified, deleted, error
   from template_sync_runs r where client_id = $1 and ($2::uuid is null or waba_id = (
     select waba_id from shared_channels where client_id = $1 and id = $2 and deleted_at is null))
   order by started_at desc limit 50`,
);

export function listSyncRuns(tx: TenantTx, channelId: string | null): Promise<SyncRunRow[]> {
  return tx.rows(listStatement, [tx.clientId, channelId]);
}

const expireStatement = statement(
  'templates.delete_old_sync_runs',
  `delete from template_sync_runs where started_at < now() - interval '90 days'`,
);

export function deleteOldSyncRuns(tx: Executor): Promise<number> {
  return tx.run(expireStatement, []);
}

/*
 * Accounts whose last run is older than the interval, or that have a template which WhatsApp reported a change of. A
 * run that failed is repeated after an hour.
 */
const dueStatement = statement(
  'templates.list_due_syncs',
  `select distinct on (c.client_id, c.waba_id) c.client_id, c.id as channel_id, c.waba_id, changed.found as by_webhook
   from shared_channels c
   left join lateral (select r.started_at, r.error from template_sync_runs r
     where r.client_id = c.client_id and r.waba_id = c.waba_id order by r.started_at desc limit 1) last on true
   cross join lateral (select exists (select from templates t where t.client_id = c.client_id and t.waba_id = c.waba_id
     and t.fetched_at is null and t.status not in ('DRAFT', 'DELETED')) as found) changed
   where c.kind = 'WHATSAPP' and c.deleted_at is null and c.state = 'ACTIVE' and c.verified
     and exists (select from shared_channel_health h where h.client_id = c.client_id and h.channel_id = c.id and h.templates_at is not null)
     and (last.started_at is null or last.started_at < now() - case when last.error is not null then interval '1 hour'
       when changed.found then interval '1 minute' else interval '6 hours' end)
   order by c.client_id, c.waba_id, c.created_at limit $1`,
);

export type DueSync = { client_id: string; channel_id: string; waba_id: string; by_webhook: boolean };

export function listDueSyncs(system: Executor, limit: number): Promise<DueSync[]> {
  return system.rows<DueSync>(dueStatement, [limit]);
}
