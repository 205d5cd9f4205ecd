import type { Change, Collection } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Hydrators } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ChangeRow, feedPosition, readChanges } from './feed-repo.ts';

/** Changes in feed order up to and including `cursor`; `reset` when the cursor is older than the stored feed. */
export type FeedPage =
  | { kind: 'changes'; cursor: number; changes: Change[]; more: boolean }
  | { kind: 'reset'; cursor: number };

const pageRows = 1_000;

/** Changes after a cursor, each row read once in its current state. */
export function readFeed(
  platform: Platform,
  hydrators: Hydrators,
  clientId: string,
  cursor: number,
): Promise<FeedPage> {
  const pageOf = async (tx: TenantTx, rows: readonly ChangeRow[]): Promise<FeedPage> => ({
    kind: 'changes',
    cursor: rows.at(-1)?.pos ?? cursor,
    changes: await hydrate(tx, hydrators, rows),
    more: rows.length === pageRows,
  });
  const read = async (tx: TenantTx): Promise<FeedPage> => {
    const rows = await readChanges(tx, cursor, pageRows);
    if (rows[0]?.pos === cursor + 1) return pageOf(tx, rows);
    const position = await feedPosition(tx);
    if (rows.length === 0 && position === cursor) return pageOf(tx, rows);
    // Changes committed between the two reads are not a gap: they can be read now.
    const later = position > cursor ? await readChanges(tx, cursor, pageRows) : [];
    if (later[0]?.pos === cursor + 1) return pageOf(tx, later);
    // Positions are dense: a gap after the cursor, or a cursor from the future, means that reading cannot continue
    // from it.
    return { kind: 'reset', cursor: position };
  };
  return platform.db.withTenant(clientId, read, { readOnly: true });
}

async function hydrate(tx: TenantTx, hydrators: Hydrators, rows: readonly ChangeRow[]): Promise<Change[]> {
  const latest = new Map<string, ChangeRow>();
  for (const row of rows) {
    const key = `${row.collection}/${row.row_id}`;
    const before = latest.get(key);
    latest.delete(key);
    latest.set(key, before?.marker === 'NEW' && row.marker === 'MODIFIED' ? { ...row, marker: 'NEW' } : row);
  }
  const wanted = new Map<Collection, string[]>();
  for (const row of latest.values()) {
    if (row.marker === 'DELETED' || row.row_id === '*') continue;
    const ids = wanted.get(row.collection);
    if (ids === undefined) wanted.set(row.collection, [row.row_id]);
    else ids.push(row.row_id);
  }
  const found = new Map(
    await Promise.all(
      [...wanted].map(async ([collection, ids]) => {
        const read = hydrators[collection];
        return [collection, read === undefined ? new Map() : await read(tx, ids)] as const;
      }),
    ),
  );
  return [...latest.values()].map((row): Change => {
    const { collection, row_id: id } = row;
    if (row.marker === 'DELETED' || id === '*')
      return { collection, id, marker: row.marker, version: row.version, data: null };
    const now = found.get(collection)?.get(id) as { version: number; data: unknown } | undefined;
    if (now === undefined) return { collection, id, marker: 'DELETED', version: row.version, data: null };
    return { collection, id, marker: row.marker, version: Math.max(now.version, row.version), data: now.data };
  });
}
