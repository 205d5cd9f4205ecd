import { nameKey } from '@parley/contract/names';
import { isReservedName } from '@parley/contract/variables';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';
import { normalizeFieldValue } from '../fields/field-rules.ts';
import { ensureFields, mostFields, readFields } from '../fields/fields.ts';

/* Values of custom fields that come from another tool. */

const fillStatement = statement(
  'contacts.fill_past_fields',
  `update contacts c set custom_fields = x.fields || c.custom_fields, updated_at = now(), version = c.version + 1
   from (select * from jsonb_to_recordset($2::jsonb) as y(id uuid, fields jsonb) order by id) x
   where c.client_id = $1 and c.id = x.id and c.deleted_at is null and not c.custom_fields ?& array(select jsonb_object_keys(x.fields))`,
);

/** A value that could not be kept. */
export type RefusedField = { reason: string; sample: string };

/**
 * Sets values that contacts don’t have yet; a missing field is made while there is room.
 * @param rows values by the names of fields
 */
export async function fillPastFields(
  tx: TenantTx,
  rows: ReadonlyArray<{ id: string; fields: Readonly<Record<string, string>> }>,
): Promise<RefusedField[]> {
  const refused: RefusedField[] = [];
  const known = await readFields(tx);
  const names = new Map(rows.flatMap(({ fields }) => Object.keys(fields).map((name) => [nameKey(name), name])));
  const missing = [...names].filter(([key, name]) => !known.has(key) && !isReservedName(name));
  const fields = await ensureFields(
    tx,
    missing.slice(0, Math.max(0, mostFields - known.size)).map(([, name]) => name),
  );
  for (const [key, name] of names) {
    if (fields.has(key)) continue;
    const reason = isReservedName(name)
      ? 'Every contact has a variable of this name'
      : 'There is no room for another custom field: an account has 500';
    refused.push({ reason, sample: name });
  }
  const filled = rows.map(({ id, fields: given }) => {
    const values: Record<string, string> = {};
    for (const [name, value] of Object.entries(given)) {
      const field = fields.get(nameKey(name));
      if (field === undefined) continue;
      const fitted = normalizeFieldValue(field, value);
      if ('value' in fitted && fitted.value !== '') values[field.no] = fitted.value;
      if ('problem' in fitted)
        refused.push({
          reason: 'A value does not fit the type of its custom field',
          sample: `${field.name}: ${value.slice(0, 80).toWellFormed()}`,
        });
    }
    return { id, fields: values };
  });
  const some = filled.filter((row) => Object.keys(row.fields).length > 0);
  if (some.length > 0) await tx.run(fillStatement, [tx.clientId, JSON.stringify(some)]);
  return refused;
}
