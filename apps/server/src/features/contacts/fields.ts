import { isReservedName } from '@parley/contract/merge';
import type { CustomField } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid, pgCode } from '../../platform/errors.ts';
import { enqueueJobs, hintJobs } from '../../platform/jobs/queue.ts';
import type { Job, JobResult } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import {
  countFieldUses,
  deleteField,
  type FieldRow,
  forgetFieldCount,
  insertFields,
  listFieldHolders,
  listFieldRows,
  lockFields,
  orderFields,
  publishFields,
  setFieldOf,
  updateField,
} from './field-repo.ts';
import { fitValue } from './field-rules.ts';
import { renameFieldUses } from './field-uses-repo.ts';
import { filterFieldNames } from './filter-rules.ts';
import { listSegments } from './segment-repo.ts';

export const stripFieldKind = 'contacts.strip-field';
const stripAtOnce = 1_000;
/** Enough for any account, and few enough to be read with every act. */
const mostFields = 500;

/** Fields by their names in small letters. */
export type Fields = ReadonlyMap<string, FieldRow>;

export async function readFields(tx: TenantTx): Promise<Fields> {
  return new Map((await listFieldRows(tx)).map((row) => [row.name.toLowerCase(), row]));
}

async function noteAccountChanged(tx: TenantTx): Promise<void> {
  const version = await publishFields(tx);
  // The account's answer names its reader, so everybody reads it again for themselves.
  await addChanges(tx, [{ collection: 'clients', id: '*', marker: 'MODIFIED', version }]);
}

/**
 * Values by name as they are kept, by number; names that are new become fields of the account.
 * @throws AppError('validation_failed') naming the field whose value does not fit, or whose name is taken by a variable
 */
export async function resolveFields(tx: TenantTx, values: Record<string, string>): Promise<Record<string, string>> {
  const names = Object.keys(values);
  if (names.length === 0) return {};
  for (const name of names) if (isReservedName(name)) throw reserved(`custom_fields.${name}`, name);
  const fields = await ensureFields(tx, names);
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fields.get(name.trim().toLowerCase());
    if (field === undefined) throw new Error('a field that was made is missing');
    const fitted = fitValue(field, value);
    if ('problem' in fitted) throw invalid(`custom_fields.${name}`, `${field.name}: ${fitted.problem}`);
    kept[field.no] = fitted.value;
  }
  return kept;
}

/** All fields, those of the given names made when they are missing. */
export async function ensureFields(tx: TenantTx, names: readonly string[]): Promise<Fields> {
  const known = await readFields(tx);
  const missing = new Map<string, string>();
  for (const name of names) {
    const key = name.trim().toLowerCase();
    if (!known.has(key) && !missing.has(key)) missing.set(key, name.trim());
  }
  if (missing.size === 0) return known;
  if (known.size + missing.size > mostFields)
    throw invalid('custom_fields', `An account has at most ${mostFields} fields.`);
  await lockFields(tx);
  await insertFields(tx, [...missing.values()], 'text', []);
  await noteAccountChanged(tx);
  return readFields(tx);
}

function reserved(field: string, name: string): AppError {
  return invalid(field, `${name.trim().toUpperCase()} is a variable that every contact has: choose another name.`);
}

async function fieldNamed(tx: TenantTx, name: string): Promise<FieldRow> {
  const field = (await readFields(tx)).get(name.trim().toLowerCase());
  if (field === undefined) throw new AppError('not_found', { message: 'This field was not found.' });
  return field;
}

export async function presentFields(tx: TenantTx): Promise<CustomField[]> {
  const [rows, counts, segments] = await Promise.all([listFieldRows(tx), countFieldUses(tx), listSegments(tx)]);
  const names = segments.map(({ filter }) => filterFieldNames(filter).map((name) => name.toLowerCase()));
  return rows.map(({ no, name, type, choices, hidden, version }) => {
    const { holders, sandbox } = counts.get(no) ?? { holders: 0, sandbox: 0 };
    return {
      name,
      type,
      choices,
      hidden,
      used_by: holders - sandbox,
      ...(sandbox > 0 && { sandbox_count: sandbox }),
      used_in_segments: names.filter((used) => used.includes(name.toLowerCase())).length,
      version,
    };
  });
}

async function presentField(tx: TenantTx, name: string): Promise<CustomField> {
  const field = (await presentFields(tx)).find((row) => row.name === name);
  if (field === undefined) throw new Error('a field that was written is missing');
  return field;
}

type Settings = { type?: CustomField['type'] | undefined; choices?: string[] | undefined };

function checkChoices(type: CustomField['type'], choices: readonly string[]): void {
  if (type === 'choice' && choices.length === 0) throw invalid('choices', 'Write at least one choice.');
}

/** @returns whether it was made now; a field that is there already is answered as it is */
export async function addField(
  tx: TenantTx,
  body: { name: string } & Settings,
): Promise<{ field: CustomField; created: boolean }> {
  if (isReservedName(body.name)) throw reserved('name', body.name);
  const type = body.type ?? 'text';
  checkChoices(type, body.choices ?? []);
  await lockFields(tx);
  const known = (await readFields(tx)).get(body.name.toLowerCase());
  if (known !== undefined) {
    if (known.type === type && known.name === body.name)
      return { field: await presentField(tx, known.name), created: false };
    throw new AppError('name_taken', {
      data: [{ field: 'name', msg: `There is a field named ${known.name} already.` }],
    });
  }
  await insertFields(tx, [body.name], type, body.choices ?? []);
  await noteAccountChanged(tx);
  return { field: await presentField(tx, body.name), created: true };
}

/** Renames, types or hides; whatever asks for the field follows its name. */
export async function changeField(
  tx: TenantTx,
  name: string,
  change: Settings & { name?: string | undefined; hidden?: boolean | undefined },
): Promise<CustomField> {
  if (change.name !== undefined && isReservedName(change.name)) throw reserved('name', change.name);
  await lockFields(tx);
  const before = await fieldNamed(tx, name);
  checkChoices(change.type ?? before.type, change.choices ?? before.choices);
  try {
    const after = await updateField(tx, before.no, change);
    if (after.name !== before.name) await renameFieldUses(tx, before.name, after.name);
    await noteAccountChanged(tx);
    await addChanges(tx, [{ collection: 'contacts', id: '*', marker: 'MODIFIED', version: after.version }]);
    return await presentField(tx, after.name);
  } catch (error) {
    if (pgCode(error) !== '23505') throw error;
    throw new AppError('name_taken', {
      data: [{ field: 'name', msg: `There is a field named ${change.name} already.` }],
    });
  }
}

/** Names that are left out keep their order behind the others. */
export async function sortFields(tx: TenantTx, names: readonly string[]): Promise<CustomField[]> {
  await lockFields(tx);
  const fields = await readFields(tx);
  const first = names.flatMap((name) => fields.get(name.trim().toLowerCase())?.no ?? []);
  const rest = [...fields.values()].map(({ no }) => no).filter((no) => !first.includes(no));
  await orderFields(tx, [...new Set([...first, ...rest])]);
  await noteAccountChanged(tx);
  return presentFields(tx);
}

/** Out of sight at once; the values go behind the answer. */
export async function dropField(tx: TenantTx, name: string): Promise<void> {
  await lockFields(tx);
  const field = await fieldNamed(tx, name);
  await deleteField(tx, field.no);
  await noteAccountChanged(tx);
  await addChanges(tx, [{ collection: 'contacts', id: '*', marker: 'MODIFIED', version: field.version }]);
  await enqueueJobs(tx, [{ clientId: tx.clientId, kind: stripFieldKind, payload: { no: String(field.no) } }]);
}

/** Takes the values of a deleted field from all contacts, a thousand at a time. */
export async function stripField(job: Job): Promise<JobResult> {
  const no = Number(job.payload['no']);
  for (;;) {
    const more = await job.transaction(async (tx) => {
      const ids = await listFieldHolders(tx, no, stripAtOnce);
      await setFieldOf(tx, ids.sort(), no, null);
      if (ids.length < stripAtOnce) await forgetFieldCount(tx, no);
      return ids.length === stripAtOnce;
    });
    if (!more) return undefined;
    if (job.isSliceOver()) return 'again';
  }
}

/** For handlers: runs in the account and tells others. */
export async function inFields<T>(platform: Platform, clientId: string, fn: (tx: TenantTx) => Promise<T>): Promise<T> {
  const result = await platform.db.withTenant(clientId, fn);
  platform.signal.hint('changes_new', clientId);
  hintJobs(platform);
  return result;
}
