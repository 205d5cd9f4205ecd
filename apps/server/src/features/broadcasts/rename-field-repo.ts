import type { CampaignAudience, CampaignSchedule, CampaignVariables } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { renameInFilter } from '../contacts/public.ts';
import { addChanges } from '../sync/public.ts';

const campaigns = statement(
  'broadcasts.lock_unsent_campaigns',
  `select id, audience, variables, schedule from campaigns
   where client_id = $1 and (state in ('DRAFT', 'SCHEDULED') or freezing) order by id for no key update`,
);
const replaceCampaign = statement(
  'broadcasts.update_campaign_fields',
  `update campaigns set audience = $3::jsonb, variables = $4::jsonb, schedule = $5::jsonb, version = version + 1
   where client_id = $1 and id = $2`,
);

type CampaignFields = { audience: CampaignAudience; variables: CampaignVariables; schedule: CampaignSchedule };

/** A campaign without recipients yet, with a custom field under its new name. */
function renameInCampaign({ audience, variables, schedule }: CampaignFields, from: string, to: string): CampaignFields {
  const after = { ...audience };
  const { filter, selection } = audience;
  if (filter !== undefined) after.filter = renameInFilter(filter, from, to);
  if (selection !== undefined && !('ids' in selection) && selection.filter !== undefined) {
    after.selection = { ...selection, filter: renameInFilter(selection.filter, from, to) };
  }
  const named = Object.entries(variables).map(([key, source]) =>
    'field' in source && source.field === from ? [key, { ...source, field: to }] : [key, source],
  );
  const zone = schedule.recipient_zone;
  const moved = zone?.field === from ? { ...schedule, recipient_zone: { ...zone, field: to } } : schedule;
  return { audience: after, variables: Object.fromEntries(named), schedule: moved };
}

/** Follows a new name of a custom field in campaigns whose recipients are not snapshot yet. */
export async function renameFieldInCampaigns(tx: TenantTx, from: string, to: string): Promise<void> {
  const changed: string[] = [];
  for (const { id, ...uses } of await tx.rows<CampaignFields & { id: string }>(campaigns, [tx.clientId])) {
    const after = renameInCampaign(uses, from, to);
    if (JSON.stringify(after) === JSON.stringify(uses)) continue;
    const parts = [after.audience, after.variables, after.schedule].map((part) => JSON.stringify(part));
    await tx.run(replaceCampaign, [tx.clientId, id, ...parts]);
    changed.push(id);
  }
  if (changed.length === 0) return;
  await addChanges(tx, [{ collection: 'campaigns', id: '*', marker: 'MODIFIED', version: Date.now() }]);
}
