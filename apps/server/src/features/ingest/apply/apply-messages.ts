import type { Executor } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import {
  type ContactInput,
  enqueueAutomaticMerges,
  ensureContacts,
  fillContactNames,
  identityKey,
} from '../../contacts/public.ts';
import { enqueueCopies, type NewCopy } from '../../media/public.ts';
import {
  ensureThreads,
  fillPlaceholders,
  insertIncoming,
  mediaCopyOf,
  noteParticipants,
  presentWebhookError,
  setReactions,
  type ToldParticipant,
  threadKey,
  type WantedThread,
} from '../../messaging/public.ts';
import { adPictureOf, enqueueAdPictures, enqueuePreviews, hasAddress } from '../../previews/public.ts';
import { isRatingAnswer, ratingFlag } from '../../ratings/public.ts';
import type { NewChange } from '../../sync/public.ts';
import { distinctContacts } from '../normalize/normalize.ts';
import {
  isOutgoing,
  type NormalizedMessage,
  type Origin,
  type ReactionEvent,
  type Refusal,
} from '../normalize/normalized-events.ts';
import type { Opened } from './assign-opened.ts';

/** The changes, which of the messages are new, what they opened, and whether jobs were enqueued. */
export type WrittenMessages = { changes: NewChange[]; fresh: NormalizedMessage[]; opened: Opened; queued: boolean };

const nothingOpened: Opened = { clientIds: [], threadIds: [], eventIds: [] };

/**
 * Creates missing contacts and threads, inserts each message once and updates its thread.
 * @param more further contacts to create
 */
export async function applyMessages(
  tx: Executor,
  inbound: readonly NormalizedMessage[],
  more: readonly ContactInput[],
): Promise<WrittenMessages> {
  if (inbound.length === 0 && more.length === 0)
    return { changes: [], fresh: [], opened: nothingOpened, queued: false };
  const contacts = distinctContacts([
    ...inbound.flatMap(({ contact, sender }) => [contact, ...(sender ? [sender] : [])]),
    ...more,
  ]);
  const { contactIds, nameless, changes: contactChanges, duplicates } = await ensureContacts(tx, contacts, newId);
  const threads = inbound.map((item) => positionOf(item, contactIds));
  const wanted = new Map(threads.map((thread) => [threadKey(thread), thread]));
  // One round trip: messages find their threads by contact, so the second statement does not depend on the first.
  const rows = inbound.map((item, ord) => incomingRow(item, ord, threads[ord], senderIdOf(item, contactIds)));
  const [{ made }, written, named] = await Promise.all([
    ensureThreads(tx, [...wanted.values()], newId),
    rows.length === 0 ? [] : insertIncoming(tx, rows),
    fillContactNames(tx, namesToGive(contacts, contactIds, nameless)),
  ]);
  await noteParticipants(
    tx,
    inbound.flatMap((item) => toldBy(item, senderIdOf(item, contactIds))),
  );
  const filled = await fillPast(tx, inbound, rows, written);
  await enqueueCopies(tx, [...copiesOf(rows, written), ...filled.copies]);
  await enqueueAutomaticMerges(
    tx,
    duplicates.map((pair) => ({ ...pair, cause: 'same_person' as const })),
  );
  const isNew = ({ collection, id }: (typeof written)[number]) =>
    collection !== 'scheduled_messages' && (collection !== 'threads' || made.has(id));
  const messages = written.filter((row) => row.collection === 'messages');
  const freshIds = new Set(messages.map((row) => row.id));
  const changes = [
    ...filled.changes,
    ...[...contactChanges, ...named].map((change): NewChange => ({ ...change, collection: 'contacts' })),
    ...[...written.filter((row) => row.collection !== 'messages'), ...messages].map(
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
  const linked = rows.filter((row, ord) => freshIds.has(row.id) && isLinked(inbound[ord]));
  await enqueuePreviews(
    tx,
    linked.map((row) => ({ clientId: row.client_id, messageId: row.id, text: textOf(row.content) })),
  );
  const fromAds = rows.flatMap((row, ord) => {
    const picture = adPictureOf(inbound[ord]?.message.referral);
    return picture === null || !freshIds.has(row.id) ? [] : [{ clientId: row.client_id, messageId: row.id, picture }];
  });
  await enqueueAdPictures(tx, fromAds);
  const reopened = written.filter((row) => row.collection === 'thread_events');
  const opened = {
    clientIds: [...new Set(written.map((row) => row.client_id))],
    threadIds: [...made],
    eventIds: reopened.map((row) => row.id),
  };
  return {
    changes,
    fresh,
    opened,
    queued:
      duplicates.length > 0 || filled.copies.length + linked.length + fromAds.length > 0 || fresh.some(hasProviderFile),
  };
}

/** Whether the page that a message names may be read: messages from before the number was connected get no preview. */
function isLinked(item: NormalizedMessage | undefined): boolean {
  return item !== undefined && item.origin.kind !== 'past' && hasAddress(item.message.type, item.message.content);
}

function textOf(content: Record<string, unknown>): string {
  return typeof content['body'] === 'string' ? content['body'] : '';
}

/** Whether WhatsApp has a file of the message to copy. */
export function hasProviderFile({ message }: NormalizedMessage): boolean {
  return providerFileOf(message) !== null;
}

function providerFileOf({ content }: NormalizedMessage['message']): string | null {
  return 'provider_media_id' in content ? (content.provider_media_id as string | null) : null;
}

/** Files of past messages whose placeholders are stored. */
async function fillPast(
  tx: Executor,
  inbound: readonly NormalizedMessage[],
  rows: ReturnType<typeof incomingRow>[],
  written: Awaited<ReturnType<typeof insertIncoming>>,
): Promise<{ changes: NewChange[]; copies: NewCopy[] }> {
  const made = new Set(written.map(({ id }) => id));
  const delayed = rows.filter(
    (row, ord) => inbound[ord]?.origin.kind === 'past' && row.media_id !== null && !made.has(row.id),
  );
  if (delayed.length === 0) return { changes: [], copies: [] };
  const filled = await fillPlaceholders(tx, delayed);
  return {
    changes: filled.map(({ client_id: clientId, id, version }) => ({
      clientId,
      collection: 'messages',
      id,
      marker: 'MODIFIED',
      version,
    })),
    copies: filled.flatMap(({ id, channel_id, provider_id }): NewCopy[] => {
      const row = delayed.find((each) => each.channel_id === channel_id && each.provider_id === provider_id);
      return row === undefined ? [] : [mediaCopyOf(row.client_id, row.channel_id, { ...row, id })];
    }),
  };
}

/** The media copies of new messages; an existing message already has its copy. */
function copiesOf(
  rows: ReturnType<typeof incomingRow>[],
  written: Awaited<ReturnType<typeof insertIncoming>>,
): NewCopy[] {
  const withFiles = rows.filter(({ media_id }) => media_id !== null);
  if (withFiles.length === 0) return [];
  const made = new Set(written.map(({ id }) => id));
  return withFiles.flatMap((row): NewCopy[] =>
    made.has(row.id) ? [mediaCopyOf(row.client_id, row.channel_id, row)] : [],
  );
}

function positionOf(item: NormalizedMessage, contactIds: Map<string, string>): WantedThread {
  const contactId = contactIds.get(identityKey(item.contact));
  if (contactId === undefined) throw new Error('a sender has no contact');
  return {
    clientId: item.channel.clientId,
    channelId: item.channel.channelId,
    contactId,
    ...(item.sender === undefined
      ? { toPhone: item.message.from.phone, toUserId: item.message.from.userId }
      : { toPhone: null, toUserId: null, groupId: item.message.groupId }),
  };
}

/** Who of a group wrote a message; null in other conversations, and for one of ours. */
function senderIdOf({ sender }: NormalizedMessage, contactIds: Map<string, string>): string | null {
  return sender == null ? null : (contactIds.get(identityKey(sender)) ?? null);
}

/** Who writes in a group is in it. */
function toldBy({ channel, message, at }: NormalizedMessage, senderId: string | null): ToldParticipant[] {
  if (senderId === null || message.groupId === null) return [];
  const place = { client_id: channel.clientId, channel_id: channel.channelId, group_id: message.groupId };
  return [{ ...place, contact_id: senderId, is_in: true, at: at.toISOString() }];
}

function incomingRow(item: NormalizedMessage, ord: number, thread: WantedThread | undefined, senderId: string | null) {
  if (thread === undefined) throw new Error('a message has no thread');
  const { message } = item;
  const mediaId = providerFileOf(message) === null ? null : newId();
  const rates = isRatingAnswer(message);
  return {
    ord,
    media_id: mediaId,
    client_id: thread.clientId,
    id: newId(),
    channel_id: thread.channelId,
    contact_id: thread.contactId,
    to: message.from.phone,
    to_user_id: message.from.userId,
    type: message.type,
    content: { ...contentOf(message), ...(mediaId === null ? {} : { media_id: mediaId }) },
    context_provider_id: message.context?.providerMessageId ?? null,
    provider_id: message.providerId,
    flags: rates ? [...message.flags, ratingFlag] : message.flags,
    quiet: rates || isStandby(item.origin) || isTakenCall(message) || isAutomatic(message),
    ends_wait: endsWait(item),
    standby: isStandby(item.origin),
    created_by: authorOf(item),
    at: item.at.toISOString(),
    extras: extrasOf(item, senderId),
    ...statusOf(item.origin),
  };
}

function contentOf(message: NormalizedMessage['message']): Record<string, unknown> {
  if (message.type === 'contacts') return { contacts: message.content };
  if (message.type !== 'call') return message.content;
  // What helped to find the call is no content.
  const { ours: _ours, ...content } = message.content;
  return content;
}

/** Somebody spoke with the customer: nothing waits for an answer. */
function isTakenCall(message: NormalizedMessage['message']): boolean {
  return message.type === 'call' && message.content.outcome === 'answered';
}

/** Whether the customer waits no longer: they were answered, or talked to. A call that nobody took answers nothing. */
function endsWait({ message, origin }: NormalizedMessage): boolean {
  return message.type === 'call' ? isTakenCall(message) : isOutgoing(origin);
}

/** Whoever calls allows to be called back, where the number is set so: they did not write. */
function isAutomatic({ type, content }: NormalizedMessage['message']): boolean {
  if (type !== 'interactive') return false;
  const { call_permission_reply: reply } = content as { call_permission_reply?: { response_source?: unknown } | null };
  return reply?.response_source === 'automatic';
}

function authorOf({ message, origin }: NormalizedMessage): string {
  if (origin.kind === 'agent') return 'agent';
  const by =
    origin.kind === 'own_call' && message.type === 'call' ? (message.content as { by?: string }).by : undefined;
  return by ?? 'webhook';
}

/** Optional properties of a message besides its content; null for nearly all. */
function extrasOf({ message, origin }: NormalizedMessage, senderId: string | null): Record<string, unknown> | null {
  const { context, referral, errors } = message;
  const extras = {
    ...(senderId === null ? {} : { sender_id: senderId }),
    ...(isStandby(origin) ? { standby: true } : {}),
    ...(referral === undefined ? {} : { referral }),
    ...(context?.forwarded === true ? { forwarded: 'once' } : {}),
    ...(context?.frequentlyForwarded === true ? { forwarded: 'often' } : {}),
    ...(context?.referredProduct === undefined ? {} : { product: context.referredProduct }),
    // Of a file that WhatsApp could not provide, this is the reason.
    ...(errors.length > 0 ? { error: presentWebhookError(errors[0] ?? null) } : {}),
  };
  return Object.keys(extras).length === 0 ? null : extras;
}

/** Statuses of messages from before the number was connected. */
const pastStatuses: Readonly<Record<string, number>> = {
  ERROR: -1,
  PENDING: 1,
  SENT: 1,
  DELIVERED: 2,
  READ: 3,
  PLAYED: 4,
};

function statusOf(origin: Origin) {
  const counts = origin.kind === 'customer';
  if (!isOutgoing(origin)) return { direction: 'INCOMING', medium: 'WEBHOOK', status: 2, send_state: null, counts };
  const status = origin.kind === 'past' ? (pastStatuses[origin.status?.toUpperCase() ?? ''] ?? 1) : 1;
  const send_state = status === -1 ? 'failed' : 'accepted';
  // WhatsApp does not say which of its apps sent it.
  const medium = origin.kind === 'agent' || origin.kind === 'own_call' ? 'WEBHOOK' : 'ANDROID_APP';
  return { direction: 'OUTGOING', medium, status, send_state, counts };
}

/** Whether another sender of the number answers it. */
export function isStandby(origin: Origin): boolean {
  return origin.kind === 'customer' && origin.standby;
}

/** Names for contacts without one. */
function namesToGive(
  contacts: ReturnType<typeof distinctContacts>,
  contactIds: Map<string, string>,
  nameless: ReadonlySet<string>,
) {
  return contacts.flatMap((contact) => {
    const id = contactIds.get(identityKey(contact));
    return contact.name === '' || id === undefined || !nameless.has(id)
      ? []
      : [{ clientId: contact.clientId, id, name: contact.name }];
  });
}

/** In a group everybody may react: each keeps their own. */
function sideOf({ side, sender }: ReactionEvent, contactIds: ReadonlyMap<string, string>): string {
  return sender === undefined ? side : `theirs:${contactIds.get(identityKey(sender))}`;
}

const reactionKey = (reaction: { channelId: string; providerId: string; side: string }) =>
  `${reaction.channelId}/${reaction.providerId}/${reaction.side}`;

/**
 * Sets or removes reactions, customers' and ours from the phone app; a reaction older than the stored one changes
 * nothing.
 * @returns changes, and refusals of reactions to messages that are not stored
 */
export async function applyReactions(
  tx: Executor,
  reactions: readonly ReactionEvent[],
): Promise<{ changes: NewChange[]; refusals: Refusal[] }> {
  if (reactions.length === 0) return { changes: [], refusals: [] };
  const people = distinctContacts(reactions.flatMap(({ sender }) => sender ?? []));
  const { contactIds, changes: made } = await ensureContacts(tx, people, newId);
  const latest = new Map<string, ReactionEvent>();
  for (const reaction of reactions) {
    const { channel, providerMessageId } = reaction;
    const side = sideOf(reaction, contactIds);
    const key = reactionKey({ channelId: channel.channelId, providerId: providerMessageId, side });
    const before = latest.get(key);
    if (before === undefined || before.at <= reaction.at) latest.set(key, reaction);
  }
  const rows = await setReactions(
    tx,
    [...latest.values()].map((reaction) => ({
      client_id: reaction.channel.clientId,
      channel_id: reaction.channel.channelId,
      provider_id: reaction.providerMessageId,
      emoji: reaction.emoji,
      at: reaction.at.toISOString(),
      side: sideOf(reaction, contactIds),
    })),
  );
  for (const row of rows)
    latest.delete(reactionKey({ channelId: row.channel_id, providerId: row.provider_id, side: row.side }));
  const changed = new Map<string, NewChange>();
  for (const { client_id: clientId, id, version } of rows) {
    if (version !== null) changed.set(id, { clientId, collection: 'messages', id, marker: 'MODIFIED', version });
  }
  return {
    changes: [...made.map((change): NewChange => ({ ...change, collection: 'contacts' })), ...changed.values()],
    refusals: [...latest.values()].map((reaction) => reaction.ifUnknown),
  };
}
