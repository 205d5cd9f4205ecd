import type { Collection, Marker } from '@parley/contract/types';
import { type Executor, statement, type TenantTx, type Transaction } from '../../platform/db/sql.ts';

/** One change of one row, before it has a position. */
export type NewChange = { clientId: string; collection: Collection; id: string; marker: Marker; version: number };

/**
 * The beginning of the part of a statement that publishes what its other parts write: a select of client_id, collection,
 * row id, marker (NEW, MODIFIED, DELETED) and version follows. The caller notifies `changes_new` after the commit.
 */
export const insertChanges = 'insert into changes_new (client_id, collection, row_id, marker, version)';

/**
 * Parts of a statement of one account ($1) that publish what its other parts write, in place of `insertChanges`, where
 * the statement ends its transaction: it holds the account's counter until the commit. The caller notifies `changes`.
 * @param rows the part with collection, row_id, marker, version and ord, which orders them
 * @param when a condition without which nothing is published
 */
export const placeChangesOf = (rows: string, when: string) => `feed_moved as (
     update change_counters set pos = pos + (select count(*) from ${rows})
     where client_id = $1 and ${when} and exists (select from ${rows})
     returning pos - (select count(*) from ${rows}) as base
   ), feed_placed as (
     insert into changes (client_id, pos, collection, row_id, marker, version)
     select $1, m.base + row_number() over (order by r.ord), r.collection, r.row_id, r.marker, r.version
     from ${rows} r cross join feed_moved m
   )`;

const insertNewStatement = statement(
  'sync.insert_changes',
  `${insertChanges}
   select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::bigint[])`,
);

/**
 * For writers of single rows: the sequencer assigns positions after commit. The caller notifies `changes_new`
 * afterwards.
 */
export async function addChanges(tx: TenantTx, changes: ReadonlyArray<Omit<NewChange, 'clientId'>>): Promise<void> {
  await tx.run(insertNewStatement, [
    tx.clientId,
    changes.map((change) => change.collection),
    changes.map((change) => change.id),
    changes.map((change) => change.marker),
    changes.map((change) => change.version),
  ]);
}

const createFeedStatement = statement('sync.create_feed', 'insert into change_counters (client_id) values ($1)');

/** Every account has a feed from its creation. */
export async function createFeed(tx: Executor, clientId: string): Promise<void> {
  await tx.run(createFeedStatement, [clientId]);
}

const placeStatement = statement(
  'sync.place_changes',
  `with input as materialized (
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[])
       with ordinality as x(client_id, collection, row_id, marker, version, ord)
   ), per_client as materialized (
     select client_id, count(*) as n from input group by client_id
   ), locked as materialized (
     select c.client_id from change_counters c join per_client using (client_id) order by c.client_id for update of c
   ), moved as (
     update change_counters c set pos = c.pos + p.n
     from per_client p join locked l using (client_id) where c.client_id = p.client_id
     returning c.client_id, c.pos - p.n as base
   )
   insert into changes (client_id, pos, collection, row_id, marker, version)
   select i.client_id, m.base + row_number() over (partition by i.client_id order by i.ord),
     i.collection, i.row_id, i.marker, i.version
   from input i join moved m using (client_id)`,
);

/**
 * For batching writers of many accounts: assigns positions at once, under the accounts' counter rows locked in account
 * order. It is the transaction's last statement, sent with COMMIT, so that positions appear in commit order and the
 * counters are unlocked without waiting for the response.
 */
export async function placeChanges(tx: Transaction, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.final.run(placeStatement, [
    changes.map((change) => change.clientId),
    changes.map((change) => change.collection),
    changes.map((change) => change.id),
    changes.map((change) => change.marker),
    changes.map((change) => change.version),
  ]);
}

const sequenceStatement = statement(
  'sync.sequence_changes',
  `with moved as materialized (
     delete from changes_new
     where id = any (array(select id from changes_new where id > $1 order by id limit 5000 for update skip locked))
     returning id, client_id, collection, row_id, marker, version
   ), per_client as materialized (
     select client_id, count(*) as n from moved group by client_id
   ), locked as materialized (
     select c.client_id from change_counters c join per_client using (client_id) order by c.client_id for update of c
   ), counted as (
     update change_counters c set pos = c.pos + p.n
     from per_client p join locked l using (client_id) where c.client_id = p.client_id
     returning c.client_id, c.pos - p.n as base
   ), placed as (
     insert into changes (client_id, pos, collection, row_id, marker, version)
     select m.client_id, c.base + row_number() over (partition by m.client_id order by m.id),
       m.collection, m.row_id, m.marker, m.version
     from moved m join counted c using (client_id)
   )
   select client_id, max(id) as highest, count(*) as n from moved group by client_id`,
);

/**
 * Moves up to 5,000 committed changes into the feed in one statement, so that none can be lost in between. Safe from
 * several processes at once.
 * @param above only changes with a higher id (0 reads the whole table)
 * @returns the accounts that got positions, and the highest id moved
 */
export async function sequenceChanges(
  system: Executor,
  above: number,
): Promise<{ clientIds: string[]; moved: number; highest: number }> {
  const rows = await system.rows<{ client_id: string; highest: number; n: number }>(sequenceStatement, [above]);
  return {
    clientIds: rows.map((row) => row.client_id),
    moved: rows.reduce((sum, row) => sum + row.n, 0),
    highest: rows.reduce((max, row) => Math.max(max, row.highest), above),
  };
}
