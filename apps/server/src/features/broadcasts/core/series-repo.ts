import type { CampaignAudience, CampaignSchedule } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const next = statement(
  'broadcasts.set_next_time',
  `update campaigns set schedule = schedule || jsonb_build_object('at', $3::text) where client_id = $1 and id = $2`,
);
/** The next due time of a recurring broadcast. */
export async function setNextTime(tx: TenantTx, id: string, at: string): Promise<void> {
  await tx.run(next, [tx.clientId, id, at]);
}

export type OccurrenceCampaign = {
  id: string;
  seriesId: string;
  name: string;
  audience: CampaignAudience;
  schedule: CampaignSchedule;
  /** The local time that is due, as `2026-11-30T09:00`. */
  occurrence: string;
};

const insert = statement(
  'broadcasts.insert_occurrence',
  `insert into campaigns (client_id, id, name, purpose, area, channel_id, template_id, audience, exclude, variables, schedule,
     stop_rules, ab_test, viewer, created_by, series_id, occurrence)
   select client_id, $3, $4, purpose, area, channel_id, template_id, $5::jsonb, exclude, variables, $6::jsonb, stop_rules, ab_test, viewer,
     created_by, id, $7
   from campaigns where client_id = $1 and id = $2
   on conflict (client_id, series_id, occurrence) where series_id is not null do nothing`,
);
/** Makes the broadcast of a due time, as a draft. @returns false when that time has made one already */
export async function insertOccurrence(tx: TenantTx, campaign: OccurrenceCampaign): Promise<boolean> {
  const { id, seriesId, name, audience, schedule, occurrence } = campaign;
  const parts = [JSON.stringify(audience), JSON.stringify(schedule)];
  return (await tx.run(insert, [tx.clientId, seriesId, id, name, ...parts, occurrence])) === 1;
}
