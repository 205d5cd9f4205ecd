import type { CampaignEvent } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';

export type EventRow = Omit<CampaignEvent, 'at'> & { at: Date; place: string };

const insert = statement(
  'broadcasts.insert_event',
  `insert into campaign_events (client_id, id, campaign_id, kind, actor, detail)
   values ($1, $2, $3, $4, $5, $6::jsonb)`,
);
/** Adds to a broadcast's history. @param actor a uid, `api:<key id>` or `bot` */
export async function addCampaignEvent(
  tx: TenantTx,
  campaignId: string,
  kind: CampaignEvent['kind'],
  actor: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await tx.run(insert, [tx.clientId, newId(), campaignId, kind, actor, JSON.stringify(detail)]);
}

const changed = statement(
  'broadcasts.insert_changed_event',
  `insert into campaign_events (client_id, id, campaign_id, kind, actor, detail)
   select $1, $2, $3, 'changed', $4, $5::jsonb where not exists (
     select from (select kind, actor, at from campaign_events where client_id = $1 and campaign_id = $3
       order by at desc, id desc limit 1) e
     where e.kind in ('created', 'changed') and e.actor = $4 and e.at > now() - interval '10 minutes')`,
);
/** Screens save at every pause in typing: consecutive changes by one member become one event. */
export async function addChangedEvent(
  tx: TenantTx,
  campaignId: string,
  actor: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await tx.run(changed, [tx.clientId, newId(), campaignId, actor, JSON.stringify(detail)]);
}

const list = statement(
  'broadcasts.list_events',
  `select id, kind, actor, detail, at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
   from campaign_events where client_id = $1 and campaign_id = $2 and (at, id) < ($3::timestamptz, $4::uuid)
   order by at desc, id desc limit $5`,
);
export function listEvents(
  tx: TenantTx,
  campaignId: string,
  after: { place: string; id: string },
  limit: number,
): Promise<EventRow[]> {
  return tx.rows(list, [tx.clientId, campaignId, after.place, after.id, limit]);
}
