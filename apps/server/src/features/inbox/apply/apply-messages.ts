import type { Executor } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { ensurePeople, nameContacts, type Person, personKey, queueHealing } from '../../contacts/public.ts';
import { type NewCopy, queueCopies } from '../../media/public.ts';
import type { NewChange } from '../../sync/public.ts';
import { copyOf } from '../fetch-media-again.ts';
import { presentWebhookError } from '../message-error.ts';
import { ensureThreads, threadKey, type WantedThread } from '../thread-repo.ts';
import { distinctPeople } from './interpret.ts';
import { type Inbound, isOurs, type Origin, type ReactionEvent, type Refusal } from './meaning.ts';
import { insertIncoming, setTheirReactions } from './message-repo.ts';

/** What was written, which of the messages are new, and whether jobs wait because of them. */
export type Written = { changes: NewChange[]; fresh: Inbound[]; queued: boolean };

/**
 * Writes what was said in conversations: contacts and threads that are missing, messages once each, thread rows.
 * @param people further people who are to be contacts
 */
export async function applyMessages(
  tx: Executor,
  inbound: readonly Inbound[],
  more: readonly Person[],
): Promise<Written> {
  if (inbound.length === 0 && more.length === 0) return { changes: [], fresh: [], queued: false };
  const people = distinctPeople([...inbound.map(({ person }) => person), ...more]);
  const { contactIds, nameless, changes: contactChanges, twins } = await ensurePeople(tx, people, newId);
  const places = inbound.map((item) => placeOf(item, contactIds));
  const wanted = new Map(places.map((place) => [threadKey(place), place]));
  // One flight: the messages find their threads by customer, so nothing of the first answer is needed for the second.
  const rows = inbound.map((item, ord) => incomingRow(item, ord, places[ord]));
  const [{ made }, written, named] = await Promise.all([
    ensureThreads(tx, [...wanted.values()], newId),
    rows.length === 0 ? [] : insertIncoming(tx, rows),
    nameContacts(tx, namesToGive(people, contactIds, nameless)),
  ]);
  await queueCopies(tx, copiesOf(rows, written));
  await queueHealing(
    tx,
    twins.map((pair) => ({ ...pair, cause: 'same_person' as const })),
  );
  const isNew = (row: (typeof written)[number]) => row.collection === 'messages' || made.has(row.id);
  const messages = written.filter((row) => row.collection === 'messages');
  const freshIds = new Set(messages.map((row) => row.id));
  const changes = [
    ...[...contactChanges, ...named].map((change): NewChange => ({ ...change, collection: 'contacts' })),
    ...[...written.filter((row) => row.collection === 'threads'), ...messages].map(
      (row): NewChange => ({
        clientId: row.client_id,
        collection: row.collection,
        id: row.id,
        marker: isNew(row) ? 'NEW' : 'MODIFIED',
        version: row.version,
      }),
    ),
  ];
  const fresh = inbound.filter((_item, ord) => freshIds.has(rows[ord]?.id ?? ''));
  return { changes, fresh, queued: twins.length > 0 || fresh.some(bringsFile) };
}

/** Whether WhatsApp has a file for a message, which is to be copied. */
export function bringsFile({ message }: Inbound): boolean {
  return providerFileOf(message) !== null;
}

function providerFileOf({ content }: Inbound['message']): string | null {
  return 'provider_media_id' in content ? (content.provider_media_id as string | null) : null;
}

/** The files of messages that are new; one that was there already has its copy. */
function copiesOf(
  rows: ReturnType<typeof incomingRow>[],
  written: Awaited<ReturnType<typeof insertIncoming>>,
): NewCopy[] {
  const withFiles = rows.filter(({ media_id }) => media_id !== null);
  if (withFiles.length === 0) return [];
  const made = new Set(written.map(({ id }) => id));
  return withFiles.flatMap((row): NewCopy[] => (made.has(row.id) ? [copyOf(row.client_id, row.channel_id, row)] : []));
}

function placeOf(item: Inbound, contactIds: Map<string, string>): WantedThread {
  const contactId = contactIds.get(personKey(item.person));
  if (contactId === undefined) throw new Error('a sender has no contact');
  return {
    clientId: item.channel.clientId,
    channelId: item.channel.channelId,
    contactId,
    toPhone: item.message.from.phone,
    toUserId: item.message.from.userId,
  };
}

function incomingRow(item: Inbound, ord: number, place: WantedThread | undefined) {
  if (place === undefined) throw new Error('a message has no place');
  const { message } = item;
  const mediaId = providerFileOf(message) === null ? null : newId();
  return {
    ord,
    media_id: mediaId,
    client_id: place.clientId,
    id: newId(),
    channel_id: place.channelId,
    contact_id: place.contactId,
    to: message.from.phone,
    to_user_id: message.from.userId,
    type: message.type,
    content:
      message.type === 'contacts'
        ? { contacts: message.content }
        : { ...message.content, ...(mediaId === null ? {} : { media_id: mediaId }) },
    context_provider_id: message.context?.providerMessageId ?? null,
    provider_id: message.providerId,
    flags: message.flags,
    at: item.at.toISOString(),
    extras: extrasOf(item.message),
    ...standingOf(item.origin),
  };
}

/** What comes with a message besides its content; null for nearly all. */
function extrasOf(message: Inbound['message']): Record<string, unknown> | null {
  const { context, referral, errors, content } = message;
  const extras = {
    ...(referral === undefined ? {} : { referral }),
    ...(context?.forwarded === true ? { forwarded: 'once' } : {}),
    ...(context?.frequentlyForwarded === true ? { forwarded: 'often' } : {}),
    ...(context?.referredProduct === undefined ? {} : { product: context.referredProduct }),
    // An unsupported message says as much by its type; of a file that could not be had this is the reason.
    ...(errors.length > 0 && 'provider_media_id' in content ? { error: presentWebhookError(errors[0] ?? null) } : {}),
  };
  return Object.keys(extras).length === 0 ? null : extras;
}

/** WhatsApp's words for what became of messages of the past. */
const pastStatuses: Readonly<Record<string, number>> = {
  ERROR: -1,
  PENDING: 1,
  SENT: 1,
  DELIVERED: 2,
  READ: 3,
  PLAYED: 4,
};

function standingOf(origin: Origin) {
  const counts = origin.kind === 'customer';
  if (!isOurs(origin)) return { direction: 'INCOMING', medium: 'WEBHOOK', status: 2, send_state: null, counts };
  const status = origin.kind === 'past' ? (pastStatuses[origin.status?.toUpperCase() ?? ''] ?? 1) : 1;
  const send_state = status === -1 ? 'failed' : 'accepted';
  // WhatsApp does not say which of its apps it was.
  return { direction: 'OUTGOING', medium: 'ANDROID_APP', status, send_state, counts };
}

/** Names for the contacts that have none yet. */
function namesToGive(
  people: ReturnType<typeof distinctPeople>,
  contactIds: Map<string, string>,
  nameless: ReadonlySet<string>,
) {
  return people.flatMap((person) => {
    const id = contactIds.get(personKey(person));
    return person.name === '' || id === undefined || !nameless.has(id)
      ? []
      : [{ clientId: person.clientId, id, name: person.name }];
  });
}

const reactionKey = (reaction: { channelId: string; providerId: string; side: string }) =>
  `${reaction.channelId}/${reaction.providerId}/${reaction.side}`;

/**
 * Sets or removes reactions, customers' and ours from the phone app; one older than what is there changes nothing.
 * @returns change rows, and what is kept of reactions to messages nobody knows here
 */
export async function applyReactions(
  tx: Executor,
  reactions: readonly ReactionEvent[],
): Promise<{ changes: NewChange[]; refusals: Refusal[] }> {
  if (reactions.length === 0) return { changes: [], refusals: [] };
  const latest = new Map<string, ReactionEvent>();
  for (const reaction of reactions) {
    const { channel, providerMessageId, side } = reaction;
    const key = reactionKey({ channelId: channel.channelId, providerId: providerMessageId, side });
    const before = latest.get(key);
    if (before === undefined || before.at <= reaction.at) latest.set(key, reaction);
  }
  const rows = await setTheirReactions(
    tx,
    [...latest.values()].map((reaction) => ({
      client_id: reaction.channel.clientId,
      channel_id: reaction.channel.channelId,
      provider_id: reaction.providerMessageId,
      emoji: reaction.emoji,
      at: reaction.at.toISOString(),
      side: reaction.side,
    })),
  );
  for (const row of rows)
    latest.delete(reactionKey({ channelId: row.channel_id, providerId: row.provider_id, side: row.side }));
  return {
    changes: rows.flatMap((row): NewChange[] =>
      row.version === null
        ? []
        : [{ clientId: row.client_id, collection: 'messages', id: row.id, marker: 'MODIFIED', version: row.version }],
    ),
    refusals: [...latest.values()].map((reaction) => reaction.ifUnknown),
  };
}
