import type { FieldError } from '@parley/contract/errors';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { tableContextOf } from '../../contacts/public.ts';
import type { CampaignRow } from '../core/repo.ts';
import { putGoal } from './conversion-repo.ts';
import { hasLabel } from './label-query.ts';

/** Why conversions could not be counted, by field of the row. */
export async function conversionProblems(tx: TenantTx, { schedule, viewer }: CampaignRow): Promise<FieldError[]> {
  const goal = schedule.conversion ?? null;
  if (goal === null) return [];
  if ((goal.field === undefined) === (goal.label_id === undefined)) {
    return [{ field: 'schedule.conversion', msg: 'Choose the field or the label that counts as a conversion.' }];
  }
  if (goal.label_id !== undefined) {
    if (await hasLabel(tx, goal.label_id)) return [];
    return [{ field: 'schedule.conversion.label_id', msg: 'The label of the conversion was not found.' }];
  }
  if ((await fieldNoOf(tx, viewer, goal.field)) !== null) return [];
  return [{ field: 'schedule.conversion.field', msg: `There is no field named ${goal.field}.` }];
}

/** Begins to count conversions, before anything is sent. */
export async function beginConversions(tx: TenantTx, { id, schedule, viewer }: CampaignRow): Promise<void> {
  const goal = schedule.conversion ?? null;
  if (goal === null) return;
  const fieldNo = await fieldNoOf(tx, viewer, goal.field);
  // What it names was deleted since: nothing can count.
  if (fieldNo === null && goal.label_id === undefined) return;
  await putGoal(tx, id, goal, fieldNo);
}

async function fieldNoOf(
  tx: TenantTx,
  viewer: CampaignRow['viewer'],
  name: string | undefined,
): Promise<string | null> {
  if (name === undefined) return null;
  const { fields } = await tableContextOf(tx, viewer);
  const field = [...fields.values()].find((one) => one.name === name && !one.hidden);
  return field === undefined ? null : String(field.no);
}
