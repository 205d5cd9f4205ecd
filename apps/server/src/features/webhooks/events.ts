import type { Collection, EventType, Marker } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Hydrators } from '../../platform/feature.ts';
import { idFromKey } from '../../platform/ids.ts';
import type { FeedRow } from '../sync/public.ts';

/** A row that an event is about. */
export type Subject = { collection: Collection; row_id: string; marker: Marker };

const typesOf: Partial<Record<Collection, EventType>> = {
  campaigns: 'campaign.changed',
  contacts: 'contact.changed',
  messages: 'message.status',
  templates: 'template.changed',
  threads: 'thread.changed',
};
/** The collections of the change feed that become events. */
export const eventCollections = Object.keys(typesOf) as Collection[];

/** @param data the row; null when it is gone or hidden */
export function eventTypeOf({ collection, marker }: Subject, data: unknown): EventType {
  if (collection === 'messages' && marker === 'NEW' && data !== null) {
    return (data as { direction?: unknown }).direction === 'INCOMING' ? 'message.received' : 'message.sent';
  }
  const type = typesOf[collection];
  if (type === undefined) throw new Error(`${collection} are no events`);
  return type;
}

/** The same for every reader of a change, and for every attempt to deliver it. */
export function eventIdOf(clientId: string, position: number): string {
  return idFromKey(clientId, 'event', String(position));
}

/** The `data` of an event. */
export function eventData({ row_id: id }: Pick<Subject, 'row_id'>, row: unknown): unknown {
  if (id === '*') return { id };
  return row ?? { id, deleted: true };
}

/** The present rows of some subjects, by `keyOf`. */
export async function readSubjects(
  tx: TenantTx,
  hydrators: Hydrators,
  subjects: readonly Subject[],
): Promise<Map<string, unknown>> {
  const wanted = new Map<Collection, Set<string>>();
  for (const { collection, row_id: id, marker } of subjects) {
    if (marker === 'DELETED' || id === '*') continue;
    const ids = wanted.get(collection) ?? new Set();
    wanted.set(collection, ids.add(id));
  }
  const rows = new Map<string, unknown>();
  for (const [collection, ids] of wanted) {
    const found = await hydrators[collection]?.(tx, [...ids]);
    for (const [id, { data }] of found ?? []) rows.set(`${collection}/${id}`, data);
  }
  return rows;
}

export function keyOf({ collection, row_id: id }: Pick<Subject, 'collection' | 'row_id'>): string {
  return `${collection}/${id}`;
}

export type TypedChange = FeedRow & { type: EventType };

/** Changes with the type of their event; only new messages need to be read for it. */
export async function typeChanges(
  tx: TenantTx,
  hydrators: Hydrators,
  rows: readonly FeedRow[],
): Promise<TypedChange[]> {
  const fresh = rows.filter(({ collection, marker }) => collection === 'messages' && marker === 'NEW');
  const read = await readSubjects(tx, hydrators, fresh);
  return rows.map((row) => ({ ...row, type: eventTypeOf(row, read.get(keyOf(row)) ?? null) }));
}
