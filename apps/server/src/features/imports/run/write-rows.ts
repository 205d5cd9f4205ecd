import { nameKey } from '@parley/contract/names';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { hashRequest } from '../../../platform/http/idempotency.ts';
import { newId } from '../../../platform/ids.ts';
import {
  addMemberships,
  findListsByName,
  freeRetiredNumbers,
  insertImportedContacts,
  insertList,
  type Membership,
  recordImportedOptOuts,
  updateImportedContacts,
} from '../../contacts/public.ts';
import { addChanges } from '../../sync/public.ts';
import { type ChangedContact, recordChanges } from '../changes-repo.ts';
import { type ImportRow, type KnownContact, mergeRow, type RowContext, unknownContact } from '../check/row-rules.ts';
import type { ImportJobRow, ProblemRow } from '../import-repo.ts';
import { type FoundContact, lockImportTargets } from './contacts-query-repo.ts';

export type NumberedRow = ImportRow & { rowNo: number };

type Written = { added: number; updated: number; problems: ProblemRow[] };

/**
 * Writes the rows of a page: contacts, what they were before, lists.
 * @param behind called once the longest statement is sent: its queries are answered after it
 */
export async function writeRows(
  tx: TenantTx,
  row: ImportJobRow,
  context: RowContext,
  good: readonly NumberedRow[],
  behind: () => void,
): Promise<Written> {
  const { rules } = context;
  const numberOf = (name: string) => context.fields.get(name)?.no;
  const [found, lists] = await Promise.all([
    lockImportTargets(
      tx,
      row.id,
      good.map(({ key }) => key),
    ),
    findListsByName(tx, namesOfLists(good)),
  ]);
  const known = new Map(found.flatMap((one) => (one.retired ? [] : [[one.key, one]])));
  if (rules.purpose !== 'update') {
    const given = found.flatMap(({ key, retired }) => (retired ? [key] : []));
    await freeRetiredNumbers(tx, given);
  }
  const making = makeContacts(tx, row, context, good, known);
  behind();
  const made = await making;
  const byId = new Map([...known.values()].map((one) => [one.id, one]));
  const problems: ProblemRow[] = [];
  const updates: Array<KnownContact & { id: string; back: boolean }> = [];
  const newContacts = new Map<string, NumberedRow>();
  for (const [index, one] of good.entries()) {
    const madeId = made.get(index);
    if (madeId !== undefined) {
      newContacts.set(madeId, one);
      continue;
    }
    const contact = known.get(one.key);
    if (contact === undefined || (contact.trashed && rules.purpose === 'update')) continue;
    if (contact.alreadyWritten || newContacts.has(contact.id)) {
      problems.push({
        row_no: one.rowNo,
        code: 'duplicate',
        field: 'phone_number',
        msg: 'An earlier row is about the same contact.',
      });
      continue;
    }
    if (rules.purpose === 'add' && !contact.trashed) continue;
    newContacts.set(contact.id, one);
    const merged = contact.trashed ? mergeRow(null, one, rules, numberOf) : mergeRow(contact, one, rules, numberOf);
    if (merged !== null || contact.trashed)
      updates.push({ ...(merged ?? unknownContact), id: contact.id, back: contact.trashed });
    else updates.push({ ...contact, back: false });
  }
  const memberships = await membershipsOf(tx, row, context, newContacts, lists);
  const joined = new Map<string, string[]>();
  for (const { contact_id, list_id } of await addMemberships(tx, memberships, [...byId.keys()]))
    joined.set(contact_id, [...(joined.get(contact_id) ?? []), list_id]);
  const isChange = (one: KnownContact & { id: string }) => {
    const before = byId.get(one.id);
    return joined.has(one.id) || before === undefined || before.trashed || differs(before, one);
  };
  const changed = updates.filter(isChange).sort((a, b) => (a.id < b.id ? -1 : 1));
  const versions = await updateImportedContacts(tx, changed);
  const optedOut = [
    ...[...made].map(([index, id]) => ({ id, at: good[index]?.optedOutAt ?? null })),
    ...changed.map(({ id, opted_out_at }) => ({ id, at: byId.get(id)?.opted_out_at ? null : opted_out_at })),
  ];
  await recordImportedOptOuts(
    tx,
    row.created_by,
    optedOut.flatMap(({ id, at }) => (at === null ? [] : [{ id, at }])),
  );
  const updated = changed.flatMap(({ id }): ChangedContact[] => {
    const version = versions.get(id);
    if (version === undefined) return [];
    return [{ contact_id: id, previous: byId.get(id)?.previous ?? null, version, list_ids: joined.get(id) ?? [] }];
  });
  const created = [...made.values()].map(
    (id): ChangedContact => ({ contact_id: id, previous: null, version: 1, list_ids: [] }),
  );
  await recordChanges(tx, row.id, [...created, ...updated]);
  const back = changed.filter((one) => one.back).length;
  return { added: made.size + back, updated: changed.length - back, problems };
}

function differs(before: KnownContact, after: KnownContact): boolean {
  return (
    before.name !== after.name ||
    before.opted_in_at !== after.opted_in_at ||
    before.opt_in_source !== after.opt_in_source ||
    before.opted_out_at !== after.opted_out_at ||
    JSON.stringify(before.custom_fields) !== JSON.stringify(after.custom_fields)
  );
}

/**
 * Creates missing contacts. Those whose number was taken meanwhile are added to `known`.
 * @returns ids of those made, by the place of their row
 */
async function makeContacts(
  tx: TenantTx,
  row: ImportJobRow,
  { rules, fields }: RowContext,
  good: readonly NumberedRow[],
  known: Map<string, FoundContact>,
): Promise<Map<number, string>> {
  if (rules.purpose === 'update') return new Map();
  const numberOf = (name: string) => fields.get(name)?.no;
  const strangers = good.flatMap((one, index) => {
    if (known.has(one.key)) return [];
    const fresh = mergeRow(null, one, rules, numberOf);
    if (fresh === null) throw new Error('a new contact has nothing');
    return [{ index, contact: { ...fresh, id: newId(), key: one.key, digits: one.digits } }];
  });
  const lost = await insertImportedContacts(
    tx,
    row.created_by,
    strangers.map(({ contact }) => contact),
  );
  if (lost.size > 0) {
    const keys = strangers.flatMap(({ contact }) => (lost.has(contact.id) ? [contact.key] : []));
    for (const one of await lockImportTargets(tx, row.id, keys)) known.set(one.key, one);
  }
  return new Map(strangers.flatMap(({ index, contact }) => (lost.has(contact.id) ? [] : [[index, contact.id]])));
}

function namesOfLists(rows: Iterable<NumberedRow>): string[] {
  const names = new Set<string>();
  for (const { lists } of rows) for (const name of lists) names.add(nameKey(name));
  return [...names];
}

/** @param ids lists by `nameKey`; missing ones are created */
async function membershipsOf(
  tx: TenantTx,
  row: ImportJobRow,
  { rules }: RowContext,
  newContacts: ReadonlyMap<string, NumberedRow>,
  ids: Map<string, string>,
): Promise<Membership[]> {
  const everybody = [...rules.contact_list_ids, ...(row.list_id === null ? [] : [row.list_id])];
  const missing = new Map<string, string>();
  for (const { lists } of newContacts.values()) {
    for (const name of lists) {
      const key = nameKey(name);
      if (!ids.has(key) && !missing.has(key)) missing.set(key, name);
    }
  }
  for (const [key, name] of missing) {
    const id = newId();
    ids.set(key, id);
    await insertList(tx, { id, name, color: null, requestHash: hashRequest({ import: row.id, name }) });
    await addChanges(tx, [{ collection: 'contact_lists', id, marker: 'NEW', version: 1 }]);
  }
  const members: Membership[] = [];
  for (const [contact_id, { lists }] of newContacts) {
    const own = lists.flatMap((name) => ids.get(nameKey(name)) ?? []);
    for (const list_id of new Set([...everybody, ...own])) members.push({ list_id, contact_id });
  }
  return members;
}
