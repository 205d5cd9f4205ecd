import type { CampaignAudience, CampaignVariables, Filter } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { addChanges } from '../sync/public.ts';
import type { StoredSelection } from './bulk-repo.ts';
import { renameInFilter } from './filter-rules.ts';
import { listSegments, replaceFilter } from './segment-repo.ts';

/** A list of columns of a file with one of the account's fields under another name. */
const renamed = (mapping: string) => `(
  select jsonb_agg(case when lower(m->>'field') = lower($2) then jsonb_set(m, '{field}', to_jsonb($3::text)) else m end order by ord)
  from jsonb_array_elements(${mapping}) with ordinality x(m, ord))`;
const names = (mapping: string) =>
  `exists (select from jsonb_array_elements(${mapping}) m where lower(m->>'field') = lower($2))`;

const remembered = statement(
  'field_uses_mappings',
  `update import_mappings i set mapping = ${renamed('i.mapping')} where i.client_id = $1 and ${names('i.mapping')}`,
);
const begun = statement(
  'field_uses_imports',
  `update imports i set mapping = ${renamed('i.mapping')}
   where i.client_id = $1 and i.ended_at is null and jsonb_typeof(i.mapping) = 'array' and ${names('i.mapping')}`,
);
const acts = statement(
  'field_uses_acts',
  `select id, selection from contact_bulk_acts
   where client_id = $1 and ended_at is null and selection->'which'->'filter' is not null order by id for update`,
);
const replaceSelection = statement(
  'field_uses_replace_selection',
  'update contact_bulk_acts set selection = $3::jsonb where client_id = $1 and id = $2',
);

const campaigns = statement(
  'field_uses_campaigns',
  `select id, audience, variables from campaigns
   where client_id = $1 and (state in ('DRAFT', 'SCHEDULED') or freezing) order by id for no key update`,
);
const replaceCampaign = statement(
  'field_uses_replace_campaign',
  'update campaigns set audience = $3::jsonb, variables = $4::jsonb, version = version + 1 where client_id = $1 and id = $2',
);

type CampaignUses = { audience: CampaignAudience; variables: CampaignVariables };

/** A broadcast whose people are not written down yet, with a field of theirs under another name. */
function renameInCampaign({ audience, variables }: CampaignUses, from: string, to: string): CampaignUses {
  const after = { ...audience };
  const { filter, selection } = audience;
  if (filter !== undefined) after.filter = renameInFilter(filter, from, to);
  if (selection !== undefined && !('ids' in selection) && selection.filter !== undefined) {
    after.selection = { ...selection, filter: renameInFilter(selection.filter, from, to) };
  }
  const named = Object.entries(variables).map(([key, source]) =>
    'field' in source && source.field === from ? [key, { ...source, field: to }] : [key, source],
  );
  return { audience: after, variables: Object.fromEntries(named) };
}

async function renameInCampaigns(tx: TenantTx, from: string, to: string): Promise<void> {
  const told: string[] = [];
  for (const { id, ...uses } of await tx.rows<CampaignUses & { id: string }>(campaigns, [tx.clientId])) {
    const after = renameInCampaign(uses, from, to);
    if (JSON.stringify(after) === JSON.stringify(uses)) continue;
    await tx.run(replaceCampaign, [tx.clientId, id, JSON.stringify(after.audience), JSON.stringify(after.variables)]);
    told.push(id);
  }
  if (told.length === 0) return;
  await addChanges(tx, [{ collection: 'campaigns', id: '*', marker: 'MODIFIED', version: Date.now() }]);
}

/** A new name of a field follows into segments, what columns of files mean, acts that are not over, and broadcasts not begun. */
export async function renameFieldUses(tx: TenantTx, from: string, to: string): Promise<void> {
  const follow = async (filter: Filter, put: (after: Filter) => Promise<unknown>) => {
    const after = renameInFilter(filter, from, to);
    if (JSON.stringify(after) !== JSON.stringify(filter)) await put(after);
  };
  for (const { id, filter } of await listSegments(tx)) await follow(filter, (after) => replaceFilter(tx, id, after));
  await renameInCampaigns(tx, from, to);
  await tx.run(remembered, [tx.clientId, from, to]);
  await tx.run(begun, [tx.clientId, from, to]);
  for (const { id, selection } of await tx.rows<{ id: string; selection: StoredSelection }>(acts, [tx.clientId])) {
    const which = selection.which;
    if (which?.filter === undefined) continue;
    await follow(which.filter, (filter) =>
      tx.run(replaceSelection, [tx.clientId, id, JSON.stringify({ ...selection, which: { ...which, filter } })]),
    );
  }
}
