import type { CustomField } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';

export type FieldRow = {
  no: number;
  name: string;
  type: CustomField['type'];
  choices: string[];
  hidden: boolean;
  position: number;
  version: number;
};

const columns = 'no, name, type, choices, hidden, position, version';
const listFields = statement(
  'contacts.list_fields',
  `select ${columns} from contact_fields where client_id = $1 order by position, no`,
);

/** All fields of the account in order, hidden ones too. */
export function listFieldRows(tx: TenantTx): Promise<FieldRow[]> {
  return tx.rows(listFields, [tx.clientId]);
}

const counts = statement(
  'contacts.count_field_uses',
  `select f.no, coalesce(sum(n) filter (where k.scope = 'field:' || f.no), 0)::int as holders,
     coalesce(sum(n) filter (where k.scope = 'sandbox:field:' || f.no), 0)::int as sandbox
   from contact_fields f left join contact_counts k
     on k.client_id = f.client_id and k.scope in ('field:' || f.no, 'sandbox:field:' || f.no)
   where f.client_id = $1 group by f.no`,
);

/** Contacts with a value in a field: all of them, and how many of those are sandbox contacts. */
export type FieldUses = { holders: number; sandbox: number };

/** The number of contacts with a value, by field number. */
export async function countFieldUses(tx: TenantTx): Promise<Map<number, FieldUses>> {
  const rows = await tx.rows<FieldUses & { no: number }>(counts, [tx.clientId]);
  return new Map(rows.map(({ no, ...uses }) => [no, uses]));
}

const insert = statement(
  'contacts.insert_fields',
  `insert into contact_fields (client_id, no, name, type, choices, position)
   select $1, nextval('contact_field_no'), name, $3, $4,
     coalesce((select max(position) from contact_fields where client_id = $1), 0) + ord
   from unnest($2::text[]) with ordinality as x(name, ord)
   on conflict (client_id, name_key(name)) do nothing returning ${columns}`,
);

export function insertFields(
  tx: TenantTx,
  names: readonly string[],
  type: CustomField['type'],
  choices: readonly string[],
): Promise<FieldRow[]> {
  return tx.rows(insert, [tx.clientId, names, type, choices]);
}

const update = statement(
  'contacts.update_field',
  `update contact_fields set name = coalesce($3, name), type = coalesce($4, type), choices = coalesce($5, choices),
     hidden = coalesce($6, hidden), version = version + 1
   where client_id = $1 and no = $2 returning ${columns}`,
);

/** @throws 23505 when another field has the name */
export async function updateField(
  tx: TenantTx,
  no: number,
  change: {
    name?: string | undefined;
    type?: CustomField['type'] | undefined;
    choices?: readonly string[] | undefined;
    hidden?: boolean | undefined;
  },
): Promise<FieldRow> {
  const { name, type, choices, hidden } = change;
  const values = [tx.clientId, no, name ?? null, type ?? null, choices ?? null, hidden ?? null];
  const [row] = await tx.rows<FieldRow>(update, values);
  if (row === undefined) throw new Error('a locked field is gone');
  return row;
}

const order = statement(
  'contacts.order_fields',
  `update contact_fields f set position = x.ord from unnest($2::int[]) with ordinality as x(no, ord)
   where f.client_id = $1 and f.no = x.no`,
);

export async function orderFields(tx: TenantTx, numbers: readonly number[]): Promise<void> {
  await tx.run(order, [tx.clientId, numbers]);
}

const remove = statement('contacts.delete_field', 'delete from contact_fields where client_id = $1 and no = $2');

export async function deleteField(tx: TenantTx, no: number): Promise<void> {
  await tx.run(remove, [tx.clientId, no]);
}

const holders = statement(
  'contacts.list_field_holders',
  `select contact_id as id from contact_field_values where client_id = $1 and field_no = $2 order by value_text, contact_id limit $3`,
);

/** Some of the contacts that have a value in a field. */
export async function listFieldHolders(tx: TenantTx, no: number, limit: number): Promise<string[]> {
  return (await tx.rows<{ id: string }>(holders, [tx.clientId, no, limit])).map(({ id }) => id);
}

const setValue = statement(
  'contacts.set_field',
  `update contacts c set custom_fields = c.custom_fields || jsonb_build_object($3::text, $4::text), updated_at = now(),
     version = c.version + 1
   from (select * from unnest($2::uuid[]) as y(id) order by id) x
   where c.client_id = $1 and c.id = x.id and c.deleted_at is null and c.custom_fields->>$3::text is distinct from $4::text
   returning c.id, c.version`,
);
const dropValue = statement(
  'contacts.remove_field',
  `update contacts c set custom_fields = c.custom_fields - $3::text, updated_at = now(), version = c.version + 1
   from (select * from unnest($2::uuid[]) as y(id) order by id) x
   where c.client_id = $1 and c.id = x.id and c.custom_fields ? $3::text
   returning c.id, c.version`,
);

/** @param value null removes it @returns the contacts that had another value before */
export function setFieldOf(
  tx: TenantTx,
  contactIds: readonly string[],
  no: number,
  value: string | null,
): Promise<Array<{ id: string; version: number }>> {
  if (value === null) return tx.rows(dropValue, [tx.clientId, contactIds, String(no)]);
  return tx.rows(setValue, [tx.clientId, contactIds, String(no), value]);
}

const forget = statement(
  'contacts.delete_field_count',
  'delete from contact_counts where client_id = $1 and scope = any($2)',
);

export async function forgetFieldCount(tx: TenantTx, no: number): Promise<void> {
  await tx.run(forget, [tx.clientId, [`field:${no}`, `sandbox:field:${no}`]]);
}
