import type { AbTest, CampaignAudience, CampaignSchedule, CampaignVariables } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { type FieldUser, renameInFilter, usedFields } from '../../contacts/public.ts';
import { addChanges } from '../../sync/public.ts';

const campaigns = statement(
  'broadcasts.lock_unsent_campaigns',
  `select id, audience, variables, schedule, ab_test from campaigns
   where client_id = $1 and (state in ('DRAFT', 'SCHEDULED') or preparing or state = 'PAUSED' and schedule ? 'repeat') order by id for no key update`,
);
const replaceCampaign = statement(
  'broadcasts.update_campaign_fields',
  `update campaigns set audience = $3::jsonb, variables = $4::jsonb, schedule = $5::jsonb, ab_test = $6::jsonb, version = version + 1
   where client_id = $1 and id = $2`,
);

type CampaignFields = {
  audience: CampaignAudience;
  variables: CampaignVariables;
  schedule: CampaignSchedule;
  ab_test: AbTest | null;
};

/** A campaign without recipients yet, with a custom field under its new name. */
function renameInCampaign(
  { audience, variables, schedule, ab_test: test }: CampaignFields,
  from: string,
  to: string,
): CampaignFields {
  const after = { ...audience };
  const { filter, selection } = audience;
  if (filter !== undefined) after.filter = renameInFilter(filter, from, to);
  if (selection !== undefined && !('ids' in selection) && selection.filter !== undefined) {
    after.selection = { ...selection, filter: renameInFilter(selection.filter, from, to) };
  }
  const renamed = (sources: CampaignVariables): CampaignVariables =>
    Object.fromEntries(
      Object.entries(sources).map(([key, source]) =>
        'field' in source && source.field === from ? [key, { ...source, field: to }] : [key, source],
      ),
    );
  const zone = schedule.recipient_zone;
  const moved = zone?.field === from ? { ...schedule, recipient_zone: { ...zone, field: to } } : { ...schedule };
  if (schedule.conversion?.field === from) moved.conversion = { ...schedule.conversion, field: to };
  if (schedule.repeat?.every === 'date' && schedule.repeat.field === from) {
    moved.repeat = { ...schedule.repeat, field: to };
  }
  if (audience.on_day?.field === from) after.on_day = { ...audience.on_day, field: to };
  const afterTest = test === null ? null : { ...test, variables: renamed(test.variables) };
  return { audience: after, variables: renamed(variables), schedule: moved, ab_test: afterTest };
}

const unsent = statement(
  'broadcasts.list_unsent_campaigns',
  `select id, name, audience, variables, schedule from campaigns
   where client_id = $1 and (state in ('DRAFT', 'SCHEDULED') or preparing or state = 'PAUSED' and schedule ? 'repeat')
   order by lower(name), id`,
);

/** Campaigns without recipients yet that use a custom field. */
export async function findFieldUsesInCampaigns(tx: TenantTx, names: readonly string[]): Promise<FieldUser[]> {
  const rows = await tx.rows<CampaignFields & { id: string; name: string }>(unsent, [tx.clientId]);
  return rows.flatMap(({ id, name, ...uses }) =>
    usedFields(uses, names, renameInCampaign).map((field) => ({ field, kind: 'broadcast' as const, id, name })),
  );
}

/** Follows a new name of a custom field in campaigns whose recipients are not snapshot yet. */
export async function renameFieldInCampaigns(tx: TenantTx, from: string, to: string): Promise<void> {
  const changed: string[] = [];
  for (const { id, ...uses } of await tx.rows<CampaignFields & { id: string }>(campaigns, [tx.clientId])) {
    const after = renameInCampaign(uses, from, to);
    if (JSON.stringify(after) === JSON.stringify(uses)) continue;
    const parts = [after.audience, after.variables, after.schedule].map((part) => JSON.stringify(part));
    const test = after.ab_test === null ? null : JSON.stringify(after.ab_test);
    await tx.run(replaceCampaign, [tx.clientId, id, ...parts, test]);
    changed.push(id);
  }
  if (changed.length === 0) return;
  await addChanges(tx, [{ collection: 'campaigns', id: '*', marker: 'MODIFIED', version: Date.now() }]);
}
