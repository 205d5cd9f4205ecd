import { type Executor, statement } from '../../platform/db/sql.ts';

/** Someone who writes or is written to, as known from one event or one call. */
export type Person = {
  clientId: string;
  kind: 'phone' | 'user';
  key: string;
  value: string;
  name: string;
  username: string | null;
  /** Other identities of the same person, attached when they are nobody's yet. */
  other: { kind: 'phone' | 'user'; key: string; value: string } | null;
  /** Met in a sandbox, or for certain outside of it; unknown when left out. */
  sandbox?: boolean;
  /** When they were known by it, default now: an identity retired before that is somebody else's by then. */
  at?: Date;
};

const findStatement = statement(
  'people_find',
  `select i.client_id, i.kind, i.key, i.contact_id, c.name = '' as nameless, c.deleted_at is not null as trashed,
     c.sandbox, i.retired_at
   from unnest($1::uuid[], $2::text[], $3::text[]) as x(client_id, kind, key)
   join contact_identities i on i.client_id = x.client_id and i.kind = x.kind and i.key = x.key
   join contacts c on c.client_id = i.client_id and c.id = i.contact_id`,
);

/*
 * One statement, so that the foreign key is checked when both the identity and the contact are there. Who wins the first
 * identity gets the contact; a second identity goes along unless it is somebody's already.
 */
const freeStatement = statement(
  'people_free',
  `delete from contact_identities i using unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) as x(client_id, kind, key, at)
   where i.client_id = x.client_id and i.kind = x.kind and i.key = x.key and i.retired_at < x.at`,
);

const insertStatement = statement(
  'people_insert',
  `with input as materialized (
     select * from jsonb_to_recordset($1::jsonb) as x(client_id uuid, kind text, key text, value text, other_kind text,
       other_key text, other_value text, new_id uuid, name text, username text, sandbox boolean)
   ), made as materialized (
     insert into contact_identities (client_id, kind, key, contact_id, value)
     select client_id, kind, key, new_id, value from input order by client_id, kind, key
     on conflict do nothing
     returning client_id, kind, key, contact_id
   ), won as materialized (
     select i.* from made m join input i on i.client_id = m.client_id and i.kind = m.kind and i.key = m.key
   ), others as materialized (
     insert into contact_identities (client_id, kind, key, contact_id, value)
     select client_id, other_kind, other_key, new_id, other_value from won where other_key is not null
     order by client_id, other_kind, other_key
     on conflict do nothing
     returning client_id, kind, key, contact_id, value
   ), fresh as (
     insert into contacts (client_id, id, name, phone_number, user_id, username, sandbox)
     select w.client_id, w.new_id, w.name,
       case when w.kind = 'phone' then w.value when o.kind = 'phone' then o.value end,
       case when w.kind = 'user' then w.value when o.kind = 'user' then o.value end, w.username, coalesce(w.sandbox, false)
     from won w left join others o on o.client_id = w.client_id and o.contact_id = w.new_id
     returning client_id, id, version
   )
   select m.client_id, m.kind, m.key, m.contact_id, f.version from made m
   join fresh f on f.client_id = m.client_id and f.id = m.contact_id
   union all
   select client_id, kind, key, contact_id, null from others`,
);

const attachStatement = statement(
  'people_attach',
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

/* Who comes back from the trash comes as somebody new in their old conversation: what was deleted stays deleted. */
const reviveStatement = statement(
  'people_revive',
  `update contacts c set deleted_at = null, deletion_id = null, trashed_list_ids = null, name = '', custom_fields = '{}',
     opted_in_at = null, opt_in_source = null, created_at = now(), updated_at = now(), version = c.version + 1
   from (select * from unnest($1::uuid[], $2::uuid[]) as y(client_id, id) order by client_id, id) x
   where c.client_id = x.client_id and c.id = x.id and c.deleted_at is not null
   returning c.client_id, c.id, c.version`,
);

/* Whoever is met outside of a sandbox is a real person from then on. */
const realStatement = statement(
  'people_real',
  `update contacts c set sandbox = false, updated_at = now(), version = c.version + 1
   from (select * from unnest($1::uuid[], $2::uuid[]) as y(client_id, id) order by client_id, id) x
   where c.client_id = x.client_id and c.id = x.id and c.sandbox
   returning c.client_id, c.id, c.version`,
);

const nameStatement = statement(
  'people_name',
  `update contacts c set name = x.name, version = c.version + 1
   from (select * from jsonb_to_recordset($1::jsonb) as y(client_id uuid, id uuid, name text) order by client_id, id) x
   where c.client_id = x.client_id and c.id = x.id and c.name = ''
   returning c.client_id, c.id, c.version`,
);

export const personKey = (person: { clientId: string; kind: string; key: string }): string =>
  `${person.clientId}/${person.kind}/${person.key}`;

/** Two contacts that one delivery names as one person. */
export type Twins = { clientId: string; a: string; b: string };

export type ContactChange = { clientId: string; id: string; marker: 'NEW' | 'MODIFIED'; version: number };

type Key = { clientId: string; kind: 'phone' | 'user'; key: string; at?: Date };
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

async function find(tx: Executor, people: readonly Key[]): Promise<Found[]> {
  if (people.length === 0) return [];
  return tx.rows<Found>(findStatement, [
    people.map((person) => person.clientId),
    people.map((person) => person.kind),
    people.map((person) => person.key),
  ]);
}

/** Contact ids by personKey, and which of those contacts have no name. */
type Known = { contactIds: Map<string, string>; nameless: Set<string> };
/** Contacts found in the trash and those of the sandbox, by id, with their account. */
type Trashed = Map<string, string>;
type Learned = Known & { trashed: Trashed; simulated: Map<string, string> };

function learn(known: Learned, rows: readonly Found[]): void {
  for (const row of rows) {
    known.contactIds.set(foundKey(row), row.contact_id);
    if (row.nameless || row.trashed) known.nameless.add(row.contact_id);
    if (row.sandbox) known.simulated.set(row.contact_id, row.client_id);
    if (row.trashed) known.trashed.set(row.contact_id, row.client_id);
  }
}

async function revive(tx: Executor, trashed: Trashed): Promise<ContactChange[]> {
  if (trashed.size === 0) return [];
  const rows = await tx.rows<{ client_id: string; id: string; version: number }>(reviveStatement, [
    [...trashed.values()],
    [...trashed.keys()],
  ]);
  return rows.map((row) => ({ clientId: row.client_id, id: row.id, marker: 'NEW', version: row.version }));
}

/**
 * Finds or makes the contact of each person; one contact per identity, decided by the key. A person known under their
 * second identity keeps that contact; who lies in the trash comes back.
 * @param people distinct by personKey
 * @returns contact ids by personKey, which of the contacts that were there have no name, what changed, and who turned out
 *   to be two contacts
 */
export async function ensurePeople(
  tx: Executor,
  people: readonly Person[],
  newId: () => string,
): Promise<Known & { changes: ContactChange[]; twins: Twins[] }> {
  const known = {
    contactIds: new Map<string, string>(),
    nameless: new Set<string>(),
    trashed: new Map<string, string>(),
    simulated: new Map<string, string>(),
  };
  const others = people.flatMap((person) => otherOf(person) ?? []);
  learn(known, await findOwn(tx, [...people, ...others]));
  const isKnown = (key: Key | null) => key !== null && known.contactIds.has(personKey(key));
  const unknown = people.filter((person) => !isKnown(person) && !isKnown(otherOf(person)));
  // Whose second identity is the first of another entry is that same person: they join the contact made for it.
  const firsts = new Set(unknown.map(personKey));
  const strangers = unknown.filter((person) => {
    const other = otherOf(person);
    return other === null || !firsts.has(personKey(other));
  });
  const made = await makeContacts(tx, strangers, known, newId);
  const revived = await revive(tx, known.trashed);
  const real = await makeReal(tx, people, known);
  const changes = [...made, ...revived, ...real, ...(await attachOthers(tx, people, known))];
  return { contactIds: known.contactIds, nameless: known.nameless, changes, twins: twinsOf(people, known.contactIds) };
}

/** People whose two identities are two contacts'. */
function twinsOf(people: readonly Person[], contactIds: ReadonlyMap<string, string>): Twins[] {
  const twins: Twins[] = [];
  for (const person of people) {
    if (person.other === null) continue;
    const [a, b] = [
      contactIds.get(personKey(person)),
      contactIds.get(personKey({ ...person.other, clientId: person.clientId })),
    ];
    if (a !== undefined && b !== undefined && a !== b) twins.push({ clientId: person.clientId, a, b });
  }
  return twins;
}

/** Takes the mark of the sandbox off those who were met outside of it now. */
async function makeReal(tx: Executor, people: readonly Person[], known: Learned): Promise<ContactChange[]> {
  const met = people.flatMap((person) => {
    const id = person.sandbox === false ? known.contactIds.get(personKey(person)) : undefined;
    return id !== undefined && known.simulated.has(id) ? [{ id, clientId: person.clientId }] : [];
  });
  if (met.length === 0) return [];
  const rows = await tx.rows<{ client_id: string; id: string; version: number }>(realStatement, [
    met.map(({ clientId }) => clientId),
    met.map(({ id }) => id),
  ]);
  return rows.map((row) => ({ clientId: row.client_id, id: row.id, marker: 'MODIFIED', version: row.version }));
}

/** Those known under an identity they still have; one that was left before is freed for whoever comes with it now. */
async function findOwn(tx: Executor, people: readonly Key[]): Promise<Found[]> {
  const found = await find(tx, people);
  const retired = new Map(found.flatMap((row) => (row.retired_at ? [[foundKey(row), row.retired_at] as const] : [])));
  if (retired.size === 0) return found;
  const cameLater = people.filter((person) => {
    const retiredAt = retired.get(personKey(person));
    return retiredAt !== undefined && retiredAt < (person.at ?? new Date());
  });
  await tx.run(freeStatement, [
    cameLater.map((person) => person.clientId),
    cameLater.map((person) => person.kind),
    cameLater.map((person) => person.key),
    cameLater.map((person) => person.at ?? new Date()),
  ]);
  const freed = new Set(cameLater.map(personKey));
  return found.filter((row) => !freed.has(foundKey(row)));
}

function otherOf(person: Person): Key | null {
  return person.other === null
    ? null
    : { clientId: person.clientId, ...person.other, ...(person.at === undefined ? {} : { at: person.at }) };
}

async function makeContacts(
  tx: Executor,
  strangers: readonly Person[],
  known: Learned,
  newId: () => string,
): Promise<ContactChange[]> {
  if (strangers.length === 0) return [];
  const made = await tx.rows<{
    client_id: string;
    kind: string;
    key: string;
    contact_id: string;
    version: number | null;
  }>(insertStatement, [
    JSON.stringify(
      strangers.map((person) => ({
        client_id: person.clientId,
        kind: person.kind,
        key: person.key,
        value: person.value,
        other_kind: person.other?.kind,
        other_key: person.other?.key,
        other_value: person.other?.value,
        new_id: newId(),
        name: person.name,
        username: person.username,
        sandbox: person.sandbox,
      })),
    ),
  ]);
  for (const row of made) known.contactIds.set(foundKey(row), row.contact_id);
  // Whoever lost the race for an identity finds the winner's contact in a new look.
  const losers = strangers.filter((person) => !known.contactIds.has(personKey(person)));
  learn(known, await find(tx, losers));
  return made.flatMap(({ client_id: clientId, contact_id: id, version }) =>
    version === null ? [] : [{ clientId, id, marker: 'NEW' as const, version }],
  );
}

/** Gives people's further identities to their contacts. */
async function attachOthers(tx: Executor, people: readonly Person[], known: Known): Promise<ContactChange[]> {
  const { contactIds } = known;
  const attach: Array<{ client_id: string; kind: string; key: string; value: string; contact_id: string }> = [];
  for (const person of people) {
    const own = personKey(person);
    const other = otherOf(person);
    const otherKey = other === null ? null : personKey(other);
    const contactId = contactIds.get(own) ?? (otherKey === null ? undefined : contactIds.get(otherKey));
    if (contactId === undefined) throw new Error(`identity ${own} has no contact after it was made`);
    const { clientId: client_id, kind, key, value } = person;
    if (!contactIds.has(own)) {
      attach.push({ client_id, kind, key, value, contact_id: contactId });
      contactIds.set(own, contactId);
    }
    if (person.other !== null && otherKey !== null && !contactIds.has(otherKey)) {
      attach.push({ client_id, ...person.other, contact_id: contactId });
      contactIds.set(otherKey, contactId);
    }
  }
  if (attach.length === 0) return [];
  const rows = await tx.rows<{ client_id: string; id: string; version: number }>(attachStatement, [
    JSON.stringify(attach),
  ]);
  return rows.map((row) => ({ clientId: row.client_id, id: row.id, marker: 'MODIFIED', version: row.version }));
}

/** Gives contacts that have no name yet the name they use on WhatsApp. */
export async function nameContacts(
  tx: Executor,
  names: ReadonlyArray<{ clientId: string; id: string; name: string }>,
): Promise<ContactChange[]> {
  if (names.length === 0) return [];
  const rows = await tx.rows<{ client_id: string; id: string; version: number }>(nameStatement, [
    JSON.stringify(names.map((entry) => ({ client_id: entry.clientId, id: entry.id, name: entry.name }))),
  ]);
  return rows.map((row) => ({ clientId: row.client_id, id: row.id, marker: 'MODIFIED', version: row.version }));
}
