import type { Campaign, Change, Channel, Contact, Message, Thread } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Visibility } from './visibility.ts';
import { listThreadPlaces, listThreadPlacesOfContacts, type ThreadPlaceRow } from './visibility-repo.ts';

/**
 * A page of the feed as one actor may see it. A row that went out of sight (its conversation was assigned to somebody
 * else) is told as DELETED; one that never was in sight is left out where that can be known.
 */
export async function narrowChanges(
  tx: TenantTx,
  visibility: Visibility,
  changes: readonly Change[],
): Promise<Change[]> {
  if (visibility.everything) return changes.map((change) => withChannel(visibility, change));
  const places = await placesOf(tx, visibility, changes);
  return changes.flatMap((change) => narrowOne(visibility, places, change));
}

/** Whether the actor sees a contact: with the limit to assigned conversations, only people in one of them. */
export async function seesContact(tx: TenantTx, visibility: Visibility, contactId: string): Promise<boolean> {
  if (visibility.assigneeId === null) return true;
  return (await listThreadPlacesOfContacts(tx, [contactId])).some(visibility.seesThread);
}

/** Of some threads those the actor sees; ids that are nobody's are not among them. */
export async function seenThreads(
  tx: TenantTx,
  visibility: Visibility,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await listThreadPlaces(tx, ids)).filter(visibility.seesThread).map(({ id }) => id));
}

type Places = { byThread: Map<string, ThreadPlaceRow>; contactsSeen: ReadonlySet<string> };

async function placesOf(tx: TenantTx, visibility: Visibility, changes: readonly Change[]): Promise<Places> {
  const threadIds = new Set<string>();
  const contactIds = new Set<string>();
  for (const { collection, id, data } of changes) {
    const threadId = threadIdOf(data);
    if (threadId !== null) threadIds.add(threadId);
    if (collection === 'contacts' && data !== null && visibility.assigneeId !== null) contactIds.add(id);
  }
  const [byId, byContact] = await Promise.all([
    threadIds.size === 0 ? [] : listThreadPlaces(tx, [...threadIds]),
    contactIds.size === 0 ? [] : listThreadPlacesOfContacts(tx, [...contactIds]),
  ]);
  return {
    byThread: new Map(byId.map((row) => [row.id, row])),
    contactsSeen: new Set(byContact.filter(visibility.seesThread).map((row) => row.contact_id)),
  };
}

/** Whatever carries a `thread_id` belongs to that conversation: messages today, notes and drafts tomorrow. */
function threadIdOf(data: unknown): string | null {
  const id = (data as { thread_id?: unknown } | null)?.thread_id;
  return typeof id === 'string' ? id : null;
}

function narrowOne(visibility: Visibility, places: Places, change: Change): Change[] {
  const { collection, data } = change;
  // Bulk rows and rows that are gone say no more than an id.
  if (data === null) return [change];
  const threadId = threadIdOf(data);
  if (threadId !== null) {
    const place = places.byThread.get(threadId);
    if (place === undefined || !visibility.seesThread(place)) return [];
    return [collection === 'messages' ? { ...change, data: visibility.message(data as Message) } : change];
  }
  switch (collection) {
    case 'campaigns': {
      const campaign = data as Campaign;
      // A draft may have been moved to another channel.
      if (!visibility.seesCampaign(campaign)) return [{ ...change, marker: 'DELETED', data: null }];
      return [{ ...change, data: visibility.campaign(campaign) }];
    }
    case 'channels':
      return visibility.seesChannel((data as Channel).id) ? [withChannel(visibility, change)] : [];
    case 'contacts': {
      const seen = visibility.assigneeId === null || places.contactsSeen.has(change.id);
      return seen ? [{ ...change, data: visibility.contact(data as Contact) }] : [];
    }
    case 'threads':
      return narrowThread(visibility, change, data as Thread);
    default:
      return [change];
  }
}

function withChannel(visibility: Visibility, change: Change): Change {
  if (change.collection !== 'channels' || change.data === null) return change;
  return { ...change, data: visibility.channel(change.data as Channel) };
}

function narrowThread(visibility: Visibility, change: Change, thread: Thread): Change[] {
  if (visibility.seesThread(thread)) return [{ ...change, data: visibility.thread(thread) }];
  // A conversation never changes its channel: what is in another was never in sight.
  if (!visibility.seesChannel(thread.channel_id)) return [];
  // Assigning raised the version, so it can come back in sight later.
  return [{ ...change, marker: 'DELETED', data: null }];
}
