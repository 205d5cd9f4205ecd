import type { EventType, Message } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import type { Hydrators } from '../../../platform/feature.ts';
import { idFromKey, newId } from '../../../platform/ids.ts';
import type { FeedRow } from '../../sync/public.ts';
import type { NewDelivery } from '../delivery-repo.ts';
import { keyOf, readSubjects } from '../events.ts';
import { listRemovedReactions, listStatuses, listTold, type StatusRow } from './parts-query.ts';

/** The events of this format; the others of an account have no place in the Cloud API. */
export const cloudApiEvents: readonly EventType[] = ['message.received', 'message.sent', 'message.status'];

/** Deliveries are kept so long; what is older was told, or is no news. */
const newsMs = 7 * 24 * 3_600_000;

type Part = { type: EventType; part: string; at: Date };

/**
 * The deliveries of changed messages, each about one thing that WhatsApp would tell: a message, a status, a reaction. The
 * change feed says only that a message changed, so what an endpoint was told before is left out.
 */
export async function cloudApiDeliveries(
  tx: TenantTx,
  hydrators: Hydrators,
  endpoint: { id: string; events: readonly EventType[] },
  changes: readonly FeedRow[],
): Promise<NewDelivery[]> {
  const newest = new Map(
    changes
      .filter(({ collection, marker, row_id: id }) => collection === 'messages' && marker !== 'DELETED' && id !== '*')
      .map((change) => [change.row_id, change]),
  );
  const read = await readSubjects(tx, hydrators, [...newest.values()]);
  const messages = [...newest.values()].flatMap((change) => (read.get(keyOf(change)) as Message | undefined) ?? []);
  const outgoing = messages.filter(({ direction }) => direction === 'OUTGOING').map(({ id }) => id);
  const statuses = Map.groupBy(await listStatuses(tx, outgoing), ({ message_id: id }) => id);
  const removed = await listRemovedReactions(
    tx,
    messages.map(({ id }) => id),
  );
  const isNews = ({ at }: Part) => at.getTime() > Date.now() - newsMs;
  const all = messages.flatMap((message) =>
    partsOf(message, statuses.get(message.id) ?? [], removed.get(message.id))
      .filter((part) => endpoint.events.includes(part.type) && isNews(part))
      .map(({ type, part, at }) => ({
        ...{ type, part, event_at: at, collection: 'messages' as const, marker: 'MODIFIED' as const },
        row_id: message.id,
        id: newId(),
        event_id: idFromKey(tx.clientId, 'cloud api event', message.id, part),
      })),
  );
  const told = await listTold(tx, endpoint.id, all);
  return all.filter(({ event_id: id }) => !told.has(id));
}

/** @param removedAt when the customer took back their reaction */
function partsOf(message: Message, statuses: readonly StatusRow[], removedAt: string | undefined): Part[] {
  const { direction, created_by: by, status, attempt } = message;
  const writtenAt = new Date(message.timestamp);
  const reactedAt = message.reaction?.theirs?.at ?? removedAt;
  const reacted = laterPart('message.received', 'reaction', reactedAt);
  const type = direction === 'INCOMING' ? 'message.received' : 'message.sent';
  const amended = [...laterPart(type, 'edit', message.edited_at), ...laterPart(type, 'revoke', message.revoked_at)];
  if (direction === 'INCOMING') return [{ type, part: 'message', at: writtenAt }, ...amended, ...reacted];
  return [
    ...amended,
    // A program knows what it sent itself.
    ...(by.startsWith('api:') ? [] : [{ type: 'message.sent' as const, part: 'echo', at: writtenAt }]),
    ...statuses.map(({ status: name, at }) => ({ type: 'message.status' as const, part: `status:${name}`, at })),
    ...(status === -1 ? [{ type: 'message.status' as const, part: `failed:${attempt}`, at: writtenAt }] : []),
    ...reacted,
  ];
}

/** What happened to a message later, once for each time. */
function laterPart(type: EventType, kind: string, at: string | undefined): Part[] {
  return at === undefined ? [] : [{ type, part: `${kind}:${at}`, at: new Date(at) }];
}
