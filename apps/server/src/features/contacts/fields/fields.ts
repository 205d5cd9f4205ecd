import { cleanName, nameKey } from '@parley/contract/names';
import type { CustomField } from '@parley/contract/types';
import { isReservedName } from '@parley/contract/variables';
import type { AccountActor, Call } from '../../../platform/auth/actor.ts';
import { auditChanges } from '../../../platform/auth/audit.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid, pgCode } from '../../../platform/errors.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';
import type { Job, JobResult } from '../../../platform/jobs/runner.ts';
import { lockClient, publishCustomFieldNames } from '../../accounts/public.ts';
import { addChanges } from '../../sync/public.ts';
import type { Viewer } from '../../team/public.ts';
import {
  countFieldUses,
  deleteField,
  type FieldRow,
  forgetFieldCount,
  insertFields,
  listFieldHolders,
  listFieldRows,
  orderFields,
  setFieldOf,
  updateField,
} from '../query/field-repo.ts';
import { filterFieldNames } from '../query/filter-rules.ts';
import { visibilityScopeOf } from '../query/visibility-scope.ts';
import { listSegments } from '../segments/segment-repo.ts';
import { normalizeFieldValue } from './field-rules.ts';
import { countVisibleFieldUses } from './field-uses-query-repo.ts';
import { type OnFieldRenamed, renameFieldUses } from './rename-field-repo.ts';

export const clearFieldKind = 'contacts.clear_field';
const clearBatchSize = 1_000;
/** Enough for any account, and few enough to read with every operation. */
export const mostFields = 500;

/** Fields by `nameKey` of their names. */
export type Fields = ReadonlyMap<string, FieldRow>;

export async function readFields(tx: TenantTx): Promise<Fields> {
  return new Map((await listFieldRows(tx)).map((row) => [nameKey(row.name), row]));
}

/** Locks the fields of the account: one transaction at a time changes them. */
export async function lockFields(tx: TenantTx): Promise<void> {
  await lockClient(tx);
}

/** The account carries the names of its visible fields. */
export async function publishFields(tx: TenantTx): Promise<void> {
  const visible = (await listFieldRows(tx)).filter(({ hidden }) => !hidden);
  await publishCustomFieldNames(
    tx,
    visible.map(({ name }) => name),
  );
}

/**
 * Converts values by name to stored values by number; new names become custom fields of the account.
 * @throws AppError('validation_failed') for a value that does not fit its field, and for a reserved name
 */
export async function resolveFields(tx: TenantTx, values: Record<string, string>): Promise<Record<string, string>> {
  const names = Object.keys(values);
  if (names.length === 0) return {};
  for (const name of names) if (isReservedName(name)) throw reserved(`custom_fields.${name}`, name);
  const fields = await ensureFields(tx, names);
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fields.get(nameKey(name));
    if (field === undefined) throw new Error('a field that was made is missing');
    const fitted = normalizeFieldValue(field, value);
    if ('problem' in fitted) throw invalid(`custom_fields.${name}`, `${field.name}: ${fitted.problem}`);
    kept[field.no] = fitted.value;
  }
  return kept;
}

/** All fields; missing ones of the given names are created. */
export async function ensureFields(tx: TenantTx, names: readonly string[]): Promise<Fields> {
  const known = await readFields(tx);
  const missing = new Map<string, string>();
  for (const name of names) {
    const key = nameKey(name);
    if (!known.has(key) && !missing.has(key)) missing.set(key, cleanName(name));
  }
  if (missing.size === 0) return known;
  if (known.size + missing.size > mostFields)
    throw invalid('custom_fields', `An account has at most ${mostFields} fields.`);
  await lockFields(tx);
  await insertFields(tx, [...missing.values()], 'text', []);
  await publishFields(tx);
  return readFields(tx);
}

function reserved(field: string, name: string): AppError {
  return invalid(field, `${name.trim().toUpperCase()} is a variable that every contact has: choose another name.`);
}

function auditedOf({ name, type, choices, hidden }: FieldRow) {
  return { name, type, choices, hidden };
}

async function fieldNamed(tx: TenantTx, name: string): Promise<FieldRow> {
  const field = (await readFields(tx)).get(nameKey(name));
  if (field === undefined) throw new AppError('not_found', { message: 'This field was not found.' });
  return field;
}

/** Fields with the number of visible contacts that have a value. */
export async function presentFields(tx: TenantTx, reader: Viewer): Promise<CustomField[]> {
  const assignee = visibilityScopeOf(reader);
  const [rows, counts, segments] = await Promise.all([
    listFieldRows(tx),
    assignee === undefined ? countFieldUses(tx) : countVisibleFieldUses(tx, assignee),
    listSegments(tx),
  ]);
  const names = segments.map(({ filter }) => filterFieldNames(filter).map(nameKey));
  return rows.map(({ no, name, type, choices, hidden, version }) => {
    const { holders, sandbox } = counts.get(no) ?? { holders: 0, sandbox: 0 };
    return {
      name,
      type,
      choices,
      hidden,
      used_by: holders - sandbox,
      ...(sandbox > 0 && { sandbox_count: sandbox }),
      used_in_segments: names.filter((used) => used.includes(nameKey(name))).length,
      version,
    };
  });
}

async function presentField(tx: TenantTx, reader: Viewer, name: string): Promise<CustomField> {
  const field = (await presentFields(tx, reader)).find((row) => row.name === name);
  if (field === undefined) throw new Error('a field that was written is missing');
  return field;
}

type Settings = { type?: CustomField['type'] | undefined; choices?: string[] | undefined };

function checkChoices(type: CustomField['type'], choices: readonly string[]): void {
  if (type === 'choice' && choices.length === 0) throw invalid('choices', 'Add at least one choice.');
}

/** @returns whether it was created; an existing field is returned unchanged */
export async function createCustomField(
  tx: TenantTx,
  call: Call<AccountActor>,
  body: { name: string } & Settings,
): Promise<{ field: CustomField; created: boolean }> {
  if (isReservedName(body.name)) throw reserved('name', body.name);
  const type = body.type ?? 'text';
  checkChoices(type, body.choices ?? []);
  await lockFields(tx);
  const known = (await readFields(tx)).get(nameKey(body.name));
  if (known !== undefined) {
    if (known.type === type && known.name === body.name)
      return { field: await presentField(tx, call.actor, known.name), created: false };
    throw new AppError('name_taken', {
      data: [{ field: 'name', msg: `A field named ${known.name} already exists.` }],
    });
  }
  await insertFields(tx, [body.name], type, body.choices ?? []);
  await publishFields(tx);
  const field = await fieldNamed(tx, body.name);
  await auditChanges(tx, call, 'contacts.field_created', field.name, null, auditedOf(field));
  return { field: await presentField(tx, call.actor, body.name), created: true };
}

/** Renames a field, or changes its type or visibility. Filters and mappings follow a new name. */
export async function updateCustomField(
  tx: TenantTx,
  call: Call<AccountActor>,
  name: string,
  change: Settings & { name?: string | undefined; hidden?: boolean | undefined },
  onRenamed: OnFieldRenamed,
): Promise<CustomField> {
  if (change.name !== undefined && isReservedName(change.name)) throw reserved('name', change.name);
  await lockFields(tx);
  const before = await fieldNamed(tx, name);
  checkChoices(change.type ?? before.type, change.choices ?? before.choices);
  try {
    const after = await updateField(tx, before.no, change);
    if (after.name !== before.name) {
      await renameFieldUses(tx, before.name, after.name);
      await onRenamed(tx, before.name, after.name);
    }
    await publishFields(tx);
    await addChanges(tx, [{ collection: 'contacts', id: '*', marker: 'MODIFIED', version: after.version }]);
    await auditChanges(tx, call, 'contacts.field_changed', before.name, auditedOf(before), auditedOf(after));
    return await presentField(tx, call.actor, after.name);
  } catch (error) {
    if (pgCode(error) !== '23505') throw error;
    throw new AppError('name_taken', {
      data: [{ field: 'name', msg: `A field named ${change.name} already exists.` }],
    });
  }
}

/** Fields that are not named keep their order after the others. */
export async function orderCustomFields(
  tx: TenantTx,
  reader: Viewer,
  names: readonly string[],
): Promise<CustomField[]> {
  await lockFields(tx);
  const fields = await readFields(tx);
  const first = names.flatMap((name) => fields.get(nameKey(name))?.no ?? []);
  const rest = [...fields.values()].map(({ no }) => no).filter((no) => !first.includes(no));
  await orderFields(tx, [...new Set([...first, ...rest])]);
  await publishFields(tx);
  return presentFields(tx, reader);
}

/** Deletes a field at once; a job clears its values. */
export async function deleteCustomField(tx: TenantTx, call: Call<AccountActor>, name: string): Promise<void> {
  await lockFields(tx);
  const field = await fieldNamed(tx, name);
  await deleteField(tx, field.no);
  await auditChanges(tx, call, 'contacts.field_deleted', field.name, auditedOf(field), null);
  await publishFields(tx);
  await addChanges(tx, [{ collection: 'contacts', id: '*', marker: 'MODIFIED', version: field.version }]);
  await enqueueJobs(tx, [{ clientId: tx.clientId, kind: clearFieldKind, payload: { no: String(field.no) } }]);
}

/** Clears the values of a deleted field, a thousand contacts at a time. */
export async function clearField(job: Job): Promise<JobResult> {
  const no = Number(job.payload['no']);
  for (;;) {
    const more = await job.transaction(async (tx) => {
      const ids = await listFieldHolders(tx, no, clearBatchSize);
      await setFieldOf(tx, ids.sort(), no, null);
      if (ids.length < clearBatchSize) await forgetFieldCount(tx, no);
      return ids.length === clearBatchSize;
    });
    if (!more) return undefined;
    if (job.isSliceOver()) return 'again';
  }
}
