import type { TenantTx } from '../../../platform/db/sql.ts';
import type { FieldUses } from '../query/field-repo.ts';
import { Parameters } from '../query/filter-repo.ts';
import {
  type ContactSelection,
  contextWithoutFields,
  selectionConditions,
  unnamedStatement,
} from '../query/selection-repo.ts';

/** The number of contacts visible in this scope that have a value, by field number. */
export async function countVisibleFieldUses(
  tx: TenantTx,
  assignee: NonNullable<ContactSelection['assignee']>,
): Promise<Map<number, FieldUses>> {
  const parameters = new Parameters(tx.clientId);
  const seen = selectionConditions({ assignee }, contextWithoutFields, parameters).join(' and ');
  const rows = await tx.rows<FieldUses & { no: number }>(
    unnamedStatement(`select v.field_no as no, count(*)::int as holders, count(*) filter (where c.sandbox)::int as sandbox
     from contacts c join contact_field_values v on v.client_id = $1 and v.contact_id = c.id
     where ${seen} group by v.field_no`),
    parameters.values,
  );
  return new Map(rows.map(({ no, ...uses }) => [no, uses]));
}
