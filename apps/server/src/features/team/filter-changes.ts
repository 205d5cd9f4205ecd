import type { Campaign, Change, Channel, Contact, ContactList, Message, Thread } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Visibility } from './visibility.ts';
import { listThreadPlaces, listThreadPlacesOfContacts, type ThreadPlaceRow } from './visibility-repo.ts';
import { withVisibleCounts } from './visible-list-counts.ts';

/**
 * A page of the feed as one actor may see it. A row that became invisible (its conversation was assigned to another
 * member) is reported as DELETED; one that was never visible is left out where that can be known.
 */
export async function filterVisibleChanges(
  tx: TenantTx,
  visibility: Visibility,
  changes: readonly Change[],
): Promise<Change[]> {
  if (visibility.isUnrestricted) return changes.map((change) => withChannel(visibility, change));
  const places = await placesOf(tx, visibility, changes);
  const seen = changes.flatMap((change) => filterChange(visibility, places, change));
  return withCounts(tx, visibility, seen);
}

async function withCounts(tx: TenantTx, visibility: Visibility, changes: Change[]): Promise<Change[]> {
  const lists = changes.flatMap(({ collection, data }) =>
    collection === 'contact_lists' && data !== null ? [data as ContactList] : [],
  );
  if (lists.length === 0) return changes;
  const counted = new Map((await withVisibleCounts(tx, visibility, lists)).map((list) => [list.id, list]));
  return changes.map((change) =>
    change.collection === 'contact_lists' && change.data !== null
      ? { ...change, data: counted.get(change.id) ?? change.data }
      : change,
  );
}

/** The visible contacts among these: with the restriction to assigned conversations, only contacts in one of them. */
export async function filterVisibleContacts(
  tx: TenantTx,
  visibility: Visibility,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (visibility.assigneeId === null) return new Set(ids);
  const places = await listThreadPlacesOfContacts(tx, ids);
  return new Set(places.filter(visibility.canSeeThread).map((place) => place.contact_id));
}

export async function isContactVisible(tx: TenantTx, visibility: Visibility, contactId: string): Promise<boolean> {
  return (await filterVisibleContacts(tx, visibility, [contactId])).has(contactId);
}

/** The visible threads among these; unknown ids are left out. */
export async function filterVisibleThreads(
  tx: TenantTx,
  visibility: Visibility,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await listThreadPlaces(tx, ids)).filter(visibility.canSeeThread).map(({ id }) => id));
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
    contactsSeen: new Set(byContact.filter(visibility.canSeeThread).map((row) => row.contact_id)),
  };
}

/** Whatever carries a `thread_id` belongs to that conversation: messages today, notes and drafts tomorrow. */
function threadIdOf(data: unknown): string | null {
  const id = (data as { thread_id?: unknown } | null)?.thread_id;
  return typeof id === 'string' ? id : null;
}

function filterChange(visibility: Visibility, places: Places, change: Change): Change[] {
  const { collection, data } = change;
  // Bulk rows and rows that are gone say no more than an id.
  if (data === null) return [change];
  const threadId = threadIdOf(data);
  if (threadId !== null) {
    const place = places.byThread.get(threadId);
    if (place === undefined || !visibility.canSeeThread(place)) return [];
    const isMessage = collection === 'messages' || collection === 'scheduled_messages';
    return [isMessage ? { ...change, data: visibility.message(data as Message) } : change];
  }
  switch (collection) {
    case 'campaigns': {
      const campaign = data as Campaign;
      // A draft may have been moved to another channel.
      if (!visibility.canSeeCampaign(campaign)) return [{ ...change, marker: 'DELETED', data: null }];
      return [{ ...change, data: visibility.campaign(campaign) }];
    }
    case 'channels':
      return visibility.canSeeChannel((data as Channel).id) ? [withChannel(visibility, change)] : [];
    case 'contacts': {
      const seen = visibility.assigneeId === null || places.contactsSeen.has(change.id);
      return seen ? [{ ...change, data: visibility.contact(data as Contact) }] : [];
    }
    case 'threads':
      return filterThread(visibility, change, data as Thread);
    default:
      return [change];
  }
}

function withChannel(visibility: Visibility, change: Change): Change {
  if (change.collection !== 'channels' || change.data === null) return change;
  return { ...change, data: visibility.channel(change.data as Channel) };
}

function filterThread(visibility: Visibility, change: Change, thread: Thread): Change[] {
  if (visibility.canSeeThread(thread)) return [{ ...change, data: visibility.thread(thread) }];
  // A conversation never changes its channel: what is in another was never in sight.
  if (!visibility.canSeeChannel(thread.channel_id)) return [];
  // Assigning raised the version, so it can come back in sight later.
  return [{ ...change, marker: 'DELETED', data: null }];
}
