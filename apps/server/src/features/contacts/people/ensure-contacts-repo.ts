import { type Executor, statement } from '../../../platform/db/sql.ts';

/**
 * A sender or receiver as it appears in one webhook event or API call. A `group` gets the row that names its
 * conversation, which is no contact: it is in no list and can't be restored.
 */
export type ContactInput = {
  clientId: string;
  kind: 'phone' | 'user' | 'group';
  key: string;
  value: string;
  name: string;
  username: string | null;
  /** A second identity of the same contact, attached unless another contact has it. */
  other: { kind: 'phone' | 'user'; key: string; value: string } | null;
  /** Seen in a sandbox channel, or in a real one; unknown when absent. */
  sandbox?: boolean;
  /** When the identity was used, default now. An identity retired before that belongs to a new contact. */
  at?: Date;
};

const findStatement = statement(
  'contacts.find_by_identities',
  `select i.client_id, i.kind, i.key, i.contact_id, c.name = '' as nameless, c.deleted_at is not null and i.kind <> 'group' as trashed,
     c.sandbox, i.retired_at
   from unnest($1::uuid[], $2::text[], $3::text[]) as x(client_id, kind, key)
   cross join lateral (
     select * from contact_identities where client_id = x.client_id and kind = x.kind and key = x.key offset 0
   ) i
   cross join lateral (
     select name, deleted_at, sandbox from contacts where client_id = i.client_id and id = i.contact_id offset 0
   ) c`,
);

const freeStatement = statement(
  'contacts.free_retired_identities',
  `delete from contact_identities i using unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) as x(client_id, kind, key, at)
   where i.client_id = x.client_id and i.kind = x.kind and i.key = x.key and i.retired_at < x.at`,
);

/*
 * One statement, because the foreign key is checked at its end, when both the identity and the contact exist. The
 * writer that inserts the first identity creates the contact; the second identity is added unless another contact has
 * it. What was just made is joined by the id alone: by several columns the planner expects one row and compares all pairs.
 */
const insertStatement = statement(
  'contacts.insert_with_identities',
  `with input as materialized (
     select * from jsonb_to_recordset($1::jsonb) as x(client_id uuid, kind text, key text, value text, other_kind text,
       other_key text, other_value text, new_id uuid, name text, username text, sandbox boolean)
   ), made as materialized (
     insert into contact_identities (client_id, kind, key, contact_id, value)
     select client_id, kind, key, new_id, value from input order by client_id, kind, key
     on conflict do nothing
     returning client_id, kind, key, contact_id
   ), won as materialized (
     select i.* from made m join input i on i.new_id = m.contact_id
   ), others as materialized (
     insert into contact_identities (client_id, kind, key, contact_id, value)
     select client_id, other_kind, other_key, new_id, other_value from won where other_key is not null
     order by client_id, other_kind, other_key
     on conflict do nothing
     returning client_id, kind, key, contact_id, value
   ), fresh as (
     insert into contacts (client_id, id, name, phone_number, user_id, username, sandbox, origin, deleted_at)
     select w.client_id, w.new_id, w.name,
       case when w.kind = 'phone' then w.value when o.kind = 'phone' then o.value end,
       case when w.kind = 'user' then w.value when o.kind = 'user' then o.value end, w.username, coalesce(w.sandbox, false),
       case when w.kind = 'group' then 'GROUP' else 'WEBHOOK' end, case when w.kind = 'group' then now() end
     from won w left join others o on o.contact_id = w.new_id
     returning client_id, id, version
   )
   select m.client_id, m.kind, m.key, m.contact_id, f.version from made m join fresh f on f.id = m.contact_id
   union all
   select client_id, kind, key, contact_id, null from others`,
);

const attachStatement = statement(
  'contacts.attach_identities',
  `with input as materialized (
     select * from jsonb_to_recordset($1::jsonb) as x(client_id uuid, kind text, key text, value text, contact_id uuid)
   ), made as (
     insert into contact_identities (client_id, kind, key, contact_id, value)
     select client_id, kind, key, contact_id, value from input order by client_id, kind, key
     on conflict do nothing
     returning client_id, kind, value, contact_id
   )
   update contacts c set phone_number = case when m.kind = 'phone' then coalesce(c.phone_number, m.value) else c.phone_number end,
     user_id = case when m.kind = 'user' then coalesce(c.user_id, m.value) else c.user_id end, version = c.version + 1
   from made m where c.client_id = m.client_id and c.id = m.contact_id
   returning c.client_id, c.id, c.version`,
);

/* A trashed contact who writes again becomes an empty contact in the old thread: deleted data stays deleted. */
const reviveStatement = statement(
  'contacts.restore_from_trash',
  `update contacts c set deleted_at = null, deletion_id = null, trashed_list_ids = null, name = '', custom_fields = '{}',
     opted_in_at = null, opt_in_source = null, created_at = now(), updated_at = now(), version = c.version + 1
   from (select * from unnest($1::uuid[], $2::uuid[]) as y(client_id, id) order by client_id, id) x
   where c.client_id = x.client_id and c.id = x.id and c.deleted_at is not null
   returning c.client_id, c.id, c.version`,
);

/* A sandbox contact that appears in a real channel is a real contact from then on. */
const realStatement = statement(
  'contacts.clear_sandbox_flag',
  `update contacts c set sandbox = false, updated_at = now(), version = c.version + 1
   from (select * from unnest($1::uuid[], $2::uuid[]) as y(client_id, id) order by client_id, id) x
   where c.client_id = x.client_id and c.id = x.id and c.sandbox
   returning c.client_id, c.id, c.version`,
);

const nameStatement = statement(
  'contacts.fill_names',
  `update contacts c set name = x.name, version = c.version + 1
   from (select * from jsonb_to_recordset($1::jsonb) as y(client_id uuid, id uuid, name text) order by client_id, id) x
   where c.client_id = x.client_id and c.id = x.id and c.name = ''
   returning c.client_id, c.id, c.version`,
);

export const identityKey = (input: { clientId: string; kind: string; key: string }): string =>
  `${input.clientId}/${input.kind}/${input.key}`;

/** Two contacts that one webhook delivery identifies as the same contact. */
export type DuplicatePair = { clientId: string; a: string; b: string };

export type ContactChange = { clientId: string; id: string; marker: 'NEW' | 'MODIFIED'; version: number };

type Key = { clientId: string; kind: ContactInput['kind']; key: string; at?: Date };
type Found = {
  client_id: string;
  kind: string;
  key: string;
  contact_id: string;
  nameless: boolean;
  trashed: boolean;
  sandbox: boolean;
  retired_at?: Date | null;
};

const foundKey = (row: { client_id: string; kind: string; key: string }): string =>
  `${row.client_id}/${row.kind}/${row.key}`;

async function find(tx: Executor, inputs: readonly Key[]): Promise<Found[]> {
  if (inputs.length === 0) return [];
  return tx.rows<Found>(findStatement, [
    inputs.map((input) => input.clientId),
    inputs.map((input) => input.kind),
    inputs.map((input) => input.key),
  ]);
}

/** Contact ids by identityKey, and which of those contacts have no name. */
type Known = { contactIds: Map<string, string>; nameless: Set<string> };
/** Account ids by the ids of contacts found in the trash. */
type Trashed = Map<string, string>;
type KnownContacts = Known & { trashed: Trashed; simulated: Map<string, string> };

function addFound(known: KnownContacts, rows: readonly Found[]): void {
  for (const row of rows) {
    known.contactIds.set(foundKey(row), row.contact_id);
    if (row.nameless || row.trashed) known.nameless.add(row.contact_id);
    if (row.sandbox) known.simulated.set(row.contact_id, row.client_id);
    if (row.trashed) known.trashed.set(row.contact_id, row.client_id);
  }
}

async function restoreTrashed(tx: Executor, trashed: Trashed): Promise<ContactChange[]> {
  if (trashed.size === 0) return [];
  const rows = await tx.rows<{ client_id: string; id: string; version: number }>(reviveStatement, [
    [...trashed.values()],
    [...trashed.keys()],
  ]);
  return rows.map((row) => ({ clientId: row.client_id, id: row.id, marker: 'NEW', version: row.version }));
}

/**
 * Finds or creates the contact of each input by the key of its identity. An input known by its second identity gets
 * that contact, and trashed contacts are restored.
 * @param inputs distinct by identityKey
 * @returns contact ids by identityKey, existing contacts without a name, changes, and pairs of duplicates that one
 * delivery revealed
 */
export async function ensureContacts(
  tx: Executor,
  inputs: readonly ContactInput[],
  newId: () => string,
): Promise<Known & { changes: ContactChange[]; duplicates: DuplicatePair[] }> {
  const known = {
    contactIds: new Map<string, string>(),
    nameless: new Set<string>(),
    trashed: new Map<string, string>(),
    simulated: new Map<string, string>(),
  };
  const otherIdentities = inputs.flatMap((input) => otherOf(input) ?? []);
  addFound(known, await findCurrent(tx, [...inputs, ...otherIdentities]));
  const isKnown = (key: Key | null) => key !== null && known.contactIds.has(identityKey(key));
  const unknown = inputs.filter((input) => !isKnown(input) && !isKnown(otherOf(input)));
  // When a second identity is the first one of another input, both are the same contact.
  const firsts = new Set(unknown.map(identityKey));
  const missing = unknown.filter((input) => {
    const other = otherOf(input);
    return other === null || !firsts.has(identityKey(other));
  });
  const made = await createContacts(tx, missing, known, newId);
  const revived = await restoreTrashed(tx, known.trashed);
  const real = await clearSandboxFlag(tx, inputs, known);
  const changes = [...made, ...revived, ...real, ...(await attachIdentities(tx, inputs, known))];
  return {
    contactIds: known.contactIds,
    nameless: known.nameless,
    changes,
    duplicates: duplicatePairs(inputs, known.contactIds),
  };
}

/** Inputs whose two identities belong to two contacts. */
function duplicatePairs(inputs: readonly ContactInput[], contactIds: ReadonlyMap<string, string>): DuplicatePair[] {
  const duplicates: DuplicatePair[] = [];
  for (const input of inputs) {
    if (input.other === null) continue;
    const [a, b] = [
      contactIds.get(identityKey(input)),
      contactIds.get(identityKey({ ...input.other, clientId: input.clientId })),
    ];
    if (a !== undefined && b !== undefined && a !== b) duplicates.push({ clientId: input.clientId, a, b });
  }
  return duplicates;
}

/** Clears the sandbox flag of contacts that appeared in a real channel. */
async function clearSandboxFlag(
  tx: Executor,
  inputs: readonly ContactInput[],
  known: KnownContacts,
): Promise<ContactChange[]> {
  const met = inputs.flatMap((input) => {
    const id = input.sandbox === false && input.kind !== 'group' ? known.contactIds.get(identityKey(input)) : undefined;
    return id !== undefined && known.simulated.has(id) ? [{ id, clientId: input.clientId }] : [];
  });
  if (met.length === 0) return [];
  const rows = await tx.rows<{ client_id: string; id: string; version: number }>(realStatement, [
    met.map(({ clientId }) => clientId),
    met.map(({ id }) => id),
  ]);
  return rows.map((row) => ({ clientId: row.client_id, id: row.id, marker: 'MODIFIED', version: row.version }));
}

/** Finds contacts by current identities. A retired identity is freed for the contact that uses it later. */
async function findCurrent(tx: Executor, inputs: readonly Key[]): Promise<Found[]> {
  const found = await find(tx, inputs);
  const retired = new Map(found.flatMap((row) => (row.retired_at ? [[foundKey(row), row.retired_at] as const] : [])));
  if (retired.size === 0) return found;
  const usedLater = inputs.filter((input) => {
    const retiredAt = retired.get(identityKey(input));
    return retiredAt !== undefined && retiredAt < (input.at ?? new Date());
  });
  await tx.run(freeStatement, [
    usedLater.map((input) => input.clientId),
    usedLater.map((input) => input.kind),
    usedLater.map((input) => input.key),
    usedLater.map((input) => input.at ?? new Date()),
  ]);
  const freed = new Set(usedLater.map(identityKey));
  return found.filter((row) => !freed.has(foundKey(row)));
}

function otherOf(input: ContactInput): Key | null {
  return input.other === null
    ? null
    : { clientId: input.clientId, ...input.other, ...(input.at === undefined ? {} : { at: input.at }) };
}

async function createContacts(
  tx: Executor,
  missing: readonly ContactInput[],
  known: KnownContacts,
  newId: () => string,
): Promise<ContactChange[]> {
  if (missing.length === 0) return [];
  const made = await tx.rows<{
    client_id: string;
    kind: string;
    key: string;
    contact_id: string;
    version: number | null;
  }>(insertStatement, [
    JSON.stringify(
      missing.map((input) => ({
        client_id: input.clientId,
        kind: input.kind,
        key: input.key,
        value: input.value,
        other_kind: input.other?.kind,
        other_key: input.other?.key,
        other_value: input.other?.value,
        new_id: newId(),
        name: input.name,
        username: input.username,
        sandbox: input.sandbox,
      })),
    ),
  ]);
  for (const row of made) known.contactIds.set(foundKey(row), row.contact_id);
  // Another transaction created these identities meanwhile: use its contacts.
  const lost = missing.filter((input) => !known.contactIds.has(identityKey(input)));
  addFound(known, await find(tx, lost));
  return made.flatMap(({ client_id: clientId, kind, contact_id: id, version }) =>
    version === null || kind === 'group' ? [] : [{ clientId, id, marker: 'NEW' as const, version }],
  );
}

/** Attaches second identities to their contacts. */
async function attachIdentities(tx: Executor, inputs: readonly ContactInput[], known: Known): Promise<ContactChange[]> {
  const { contactIds } = known;
  const attach: Array<{ client_id: string; kind: string; key: string; value: string; contact_id: string }> = [];
  for (const input of inputs) {
    const own = identityKey(input);
    const other = otherOf(input);
    const otherKey = other === null ? null : identityKey(other);
    const contactId = contactIds.get(own) ?? (otherKey === null ? undefined : contactIds.get(otherKey));
    if (contactId === undefined) throw new Error(`identity ${own} has no contact after it was made`);
    const { clientId: client_id, kind, key, value } = input;
    if (!contactIds.has(own)) {
      attach.push({ client_id, kind, key, value, contact_id: contactId });
      contactIds.set(own, contactId);
    }
    if (input.other !== null && otherKey !== null && !contactIds.has(otherKey)) {
      attach.push({ client_id, ...input.other, contact_id: contactId });
      contactIds.set(otherKey, contactId);
    }
  }
  if (attach.length === 0) return [];
  const rows = await tx.rows<{ client_id: string; id: string; version: number }>(attachStatement, [
    JSON.stringify(attach),
  ]);
  return rows.map((row) => ({ clientId: row.client_id, id: row.id, marker: 'MODIFIED', version: row.version }));
}

const subjectStatement = statement(
  'contacts.set_group_name',
  `update contacts set name = $3, updated_at = now(), version = version + 1
   where client_id = $1 and id = $2 and origin = 'GROUP' and name <> $3`,
);

/** @returns whether it was another one before */
export async function setGroupName(tx: Executor, clientId: string, id: string, name: string): Promise<boolean> {
  return (await tx.run(subjectStatement, [clientId, id, name])) > 0;
}

/** Fills the names of contacts without one with their WhatsApp profile names. */
export async function fillContactNames(
  tx: Executor,
  names: ReadonlyArray<{ clientId: string; id: string; name: string }>,
): Promise<ContactChange[]> {
  if (names.length === 0) return [];
  const rows = await tx.rows<{ client_id: string; id: string; version: number }>(nameStatement, [
    JSON.stringify(names.map((entry) => ({ client_id: entry.clientId, id: entry.id, name: entry.name }))),
  ]);
  return rows.map((row) => ({ clientId: row.client_id, id: row.id, marker: 'MODIFIED', version: row.version }));
}
