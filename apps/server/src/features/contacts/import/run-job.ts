import type { TenantTx } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import type { Job, JobKind, JobResult } from '../../../platform/jobs/runner.ts';
import { addChanges } from '../../sync/public.ts';
import { hashOf } from '../contacts.ts';
import { ensureFields } from '../fields.ts';
import { insertList } from '../list-repo.ts';
import { rowContextOf } from './check-job.ts';
import {
  type ChangedContact,
  changedBefore,
  type FoundContact,
  findByKeys,
  insertContacts,
  joinLists,
  listsNamed,
  type Membership,
  noteChanged,
  updateContacts,
} from './contact-repo.ts';
import {
  addProblems,
  countRun1000,
  type ImportJobRow,
  listProblems,
  lockImport,
  type PageRow,
  type ProblemRow,
  pageRows,
  readPage,
  updateImport,
} from './import-repo.ts';
import { type ImportRow, type KnownContact, mergeRow, type RowContext, understandRow } from './row-rules.ts';

export const runKind = 'contacts.import-run';

/** Writes what was checked, a page a transaction; the page that is next moves in the same one. */
export const runImport: JobKind = {
  name: runKind,
  async run(job): Promise<JobResult> {
    const id = job.payload['import_id'] ?? '';
    for (;;) {
      const more = await runPage(job, id);
      if (!more) return undefined;
      if (job.isSliceOver()) return 'again';
    }
  },
  async gaveUp(tx, payload, reason) {
    await updateImport(tx, payload['import_id'] ?? '', { state: 'paused', error: `It stopped: ${reason}` });
    await tellEverybody(tx);
  },
};

export async function tellEverybody(tx: TenantTx): Promise<void> {
  const bulk = { id: '*', marker: 'MODIFIED' as const, version: Date.now() };
  await addChanges(tx, [
    { collection: 'contacts' as const, ...bulk },
    { collection: 'contact_lists' as const, ...bulk },
  ]);
}

function runPage(job: Job, id: string): Promise<boolean> {
  return job.transaction(async (tx) => {
    const row = await lockImport(tx, id);
    if (row === null || row.state !== 'running') return false;
    const rows = await readPage(tx, id, row.page);
    if (rows === null) {
      await updateImport(tx, id, { state: 'done', begins: 'end' });
      await tellEverybody(tx);
      return false;
    }
    const begun = row.page === 0 ? await prepare(tx, row) : row;
    await applyPage(tx, begun, rows);
    return true;
  });
}

/** Fields and the list that the import brings along, with the first page. */
async function prepare(tx: TenantTx, row: ImportJobRow): Promise<ImportJobRow> {
  const { mapping, rules } = row;
  const names = (mapping ?? []).flatMap(({ target, field }) =>
    target === 'field' && field !== undefined ? [field] : [],
  );
  const before = await ensureFields(tx, []);
  const after = await ensureFields(tx, names);
  const made = [...after.values()].filter(({ no }) => ![...before.values()].some((field) => field.no === no));
  let list_id: string | null = null;
  if (rules?.new_list_name !== undefined) {
    list_id = newId();
    const name = rules.new_list_name;
    await insertList(tx, { id: list_id, name, color: null, requestHash: hashOf({ import: row.id }) });
    await addChanges(tx, [{ collection: 'contact_lists', id: list_id, marker: 'NEW', version: 1 }]);
  }
  const field_numbers = made.map(({ no }) => no);
  return updateImport(tx, row.id, { list_id, list_made: list_id !== null, field_numbers });
}

type Numbered = ImportRow & { rowNo: number };

async function applyPage(tx: TenantTx, row: ImportJobRow, rows: readonly PageRow[]): Promise<void> {
  const context = await rowContextOf(tx, row);
  const from = row.page * pageRows;
  const rejected = new Set(
    (await listProblems(tx, row.id, { above: from, upTo: from + pageRows, limit: pageRows })).map(
      ({ row_no }) => row_no,
    ),
  );
  const good: Numbered[] = [];
  const late: ProblemRow[] = [];
  for (const { rowNo, cells } of rows) {
    if (rejected.has(rowNo) || cells === null) continue;
    const outcome = understandRow(cells, context);
    // A field may have got a type since the check.
    if ('code' in outcome) late.push({ row_no: rowNo, ...outcome });
    else good.push({ ...outcome, rowNo });
  }
  const written = await writeRows(tx, row, context, good);
  late.push(...written.problems);
  await addProblems(tx, row.id, late);
  const { added, updated } = written;
  const refused = rows.length - good.length + written.problems.length;
  const unchanged = rows.length - refused - added - updated;
  await countRun1000(tx, row.id, { rows: rows.length, added, updated, unchanged, rejected: refused });
}

async function writeRows(
  tx: TenantTx,
  row: ImportJobRow,
  context: RowContext,
  good: readonly Numbered[],
): Promise<{ added: number; updated: number; problems: ProblemRow[] }> {
  const { rules } = context;
  const numberOf = (name: string) => context.fields.get(name)?.no;
  const found = await findAndMake(tx, row, context, good);
  const seenBefore = await changedBefore(
    tx,
    row.id,
    [...found.known.values()].map(({ id }) => id),
  );
  const problems: ProblemRow[] = [];
  const updates: Array<KnownContact & { id: string; back: boolean }> = [];
  const wasOf = new Map<string, Record<string, unknown> | null>();
  const people = new Map<string, Numbered>();
  for (const [index, one] of good.entries()) {
    const madeId = found.made.get(index);
    const contact = found.known.get(one.key);
    if (madeId !== undefined) {
      people.set(madeId, one);
      wasOf.set(madeId, null);
      continue;
    }
    if (contact === undefined || (contact.trashed && rules.purpose === 'update')) continue;
    if (seenBefore.has(contact.id) || people.has(contact.id)) {
      problems.push({
        row_no: one.rowNo,
        code: 'duplicate',
        field: 'phone_number',
        msg: 'An earlier row is about the same contact.',
      });
      continue;
    }
    if (rules.purpose === 'add' && !contact.trashed) continue;
    people.set(contact.id, one);
    wasOf.set(contact.id, contact.was);
    const empty = { name: '', custom_fields: {}, opted_in_at: null, opt_in_source: null };
    const merged = contact.trashed ? mergeRow(null, one, rules, numberOf) : mergeRow(contact, one, rules, numberOf);
    if (merged !== null || contact.trashed)
      updates.push({ ...(merged ?? empty), id: contact.id, back: contact.trashed });
    else updates.push({ ...contact, back: false });
  }
  const members = await joinLists(tx, await membershipsOf(tx, row, context, people));
  const joined = new Map<string, string[]>();
  for (const { contact_id, list_id } of members) joined.set(contact_id, [...(joined.get(contact_id) ?? []), list_id]);
  const isChange = (one: KnownContact & { id: string }) => {
    const before = found.byId.get(one.id);
    return joined.has(one.id) || before === undefined || before.trashed || differs(before, one);
  };
  const changed = updates.filter(isChange).sort((a, b) => (a.id < b.id ? -1 : 1));
  const versions = await updateContacts(
    tx,
    changed.map(({ id, name, custom_fields, opted_in_at, opt_in_source }) => ({
      id,
      name,
      custom_fields,
      opted_in_at,
      opt_in_source,
    })),
  );
  const notes: ChangedContact[] = [];
  for (const [contact_id, was] of wasOf) {
    const version = was === null ? 1 : versions.get(contact_id);
    if (version !== undefined) notes.push({ contact_id, was, version, list_ids: joined.get(contact_id) ?? [] });
  }
  await noteChanged(tx, row.id, notes);
  const back = changed.filter((one) => one.back).length;
  return { added: found.made.size + back, updated: changed.length - back, problems };
}

function differs(before: KnownContact, after: KnownContact): boolean {
  return (
    before.name !== after.name ||
    before.opted_in_at !== after.opted_in_at ||
    before.opt_in_source !== after.opt_in_source ||
    JSON.stringify(before.custom_fields) !== JSON.stringify(after.custom_fields)
  );
}

type FoundAndMade = { known: Map<string, FoundContact>; byId: Map<string, FoundContact>; made: Map<number, string> };

/** Holds the contacts that are there and makes those that are not; who comes first with a number wins. */
async function findAndMake(
  tx: TenantTx,
  row: ImportJobRow,
  context: RowContext,
  good: readonly Numbered[],
): Promise<FoundAndMade> {
  const { rules } = context;
  const numberOf = (name: string) => context.fields.get(name)?.no;
  let known = new Map(
    (
      await findByKeys(
        tx,
        good.map(({ key }) => key),
        true,
      )
    ).map((one) => [one.key, one]),
  );
  const made = new Map<number, string>();
  if (rules.purpose !== 'update') {
    const strangers = good.flatMap((one, index) => {
      if (known.has(one.key)) return [];
      const fresh = mergeRow(null, one, rules, numberOf);
      if (fresh === null) throw new Error('a new contact has nothing');
      return [{ index, contact: { ...fresh, id: newId(), key: one.key, digits: one.digits } }];
    });
    const won = await insertContacts(
      tx,
      strangers.map(({ contact }) => contact),
      row.created_by,
    );
    for (const { index, contact } of strangers) if (won.has(contact.id)) made.set(index, contact.id);
    if (won.size < strangers.length) {
      const lost = strangers.flatMap(({ contact }) => (won.has(contact.id) ? [] : [contact.key]));
      known = new Map([...known, ...(await findByKeys(tx, lost, true)).map((one) => [one.key, one] as const)]);
    }
  }
  return { known, byId: new Map([...known.values()].map((one) => [one.id, one])), made };
}

async function membershipsOf(
  tx: TenantTx,
  row: ImportJobRow,
  { rules }: RowContext,
  people: ReadonlyMap<string, Numbered>,
): Promise<Membership[]> {
  const everybody = [...rules.contact_list_ids, ...(row.list_id === null ? [] : [row.list_id])];
  const names = new Map<string, string>();
  for (const { lists } of people.values())
    for (const name of lists) names.set(name.toLowerCase(), names.get(name.toLowerCase()) ?? name);
  const ids = names.size === 0 ? new Map<string, string>() : await listsNamed(tx, [...names.keys()]);
  for (const [key, name] of names) {
    if (ids.has(key)) continue;
    const id = newId();
    ids.set(key, id);
    await insertList(tx, { id, name, color: null, requestHash: hashOf({ import: row.id, name }) });
    await addChanges(tx, [{ collection: 'contact_lists', id, marker: 'NEW', version: 1 }]);
  }
  const members: Membership[] = [];
  for (const [contact_id, { lists }] of people) {
    const own = lists.flatMap((name) => ids.get(name.toLowerCase()) ?? []);
    for (const list_id of new Set([...everybody, ...own])) members.push({ list_id, contact_id });
  }
  return members;
}
