import { cleanName } from '@parley/contract/names';
import { phoneMatchKey } from '@parley/contract/phone-forms';
import { templateDisplay } from '@parley/contract/template-fill';
import {
  type EchoUpdate,
  type HistoryUpdate,
  type InboundMessage,
  KEPT_FIELDS,
  type ParsedWebhook,
  type PreferenceUpdate,
  parseWebhook,
  type Sender,
  type WebhookEvent,
} from '@parley/whatsapp-client';
import { type ChannelDirectory, operatorReceiver, type RoutedChannel } from '../../channels/public.ts';
import { type ContactInput, identityKey } from '../../contacts/public.ts';
import { foldStatus, type StatusFold } from '../../messaging/public.ts';
import type { StoredDelivery } from '../raw/raw-store.ts';
import { isContactUpdate, routeUpdate, type UpdateEvent } from './normalize-updates.ts';
import {
  type DeliveryCounts,
  isOutgoing,
  type NormalizedEvents,
  type Origin,
  type Refusal,
  type RefusalOf,
} from './normalized-events.ts';

/** Normalizing a batch blocks the event loop for at most this long at a time. */
const sliceMs = 4;

/** Parses deliveries into events, reading nothing but the directory of channels. */
export async function normalizeDeliveries(
  directory: ChannelDirectory,
  deliveries: readonly StoredDelivery[],
): Promise<NormalizedEvents> {
  const result = nothing();
  const countsByChannel = new Map<string, DeliveryCounts>();
  const folds = new Map<string, StatusFold>();
  const routes = rememberRoutes(directory);
  let sliceBegan = performance.now();
  for (const delivery of deliveries) {
    if (performance.now() - sliceBegan > sliceMs) {
      await new Promise((resolve) => setImmediate(resolve));
      sliceBegan = performance.now();
    }
    const parsed: ParsedWebhook = parseWebhook(delivery.body);
    let owner: Pick<StoredDelivery, 'clientId' | 'channelId'> = delivery;
    const refusal = (part: number, reason: string, detail?: unknown): Refusal => ({
      clientId: owner.clientId,
      channelId: owner.channelId,
      seq: delivery.seq,
      part,
      receivedAt: delivery.receivedAt,
      reason,
      detail: detail ?? null,
    });
    statisticsOf(countsByChannel, delivery).deliveries++;
    if (!parsed.ok) {
      statisticsOf(countsByChannel, delivery).received++;
      result.refusals.push(refusal(0, parsed.reason));
      continue;
    }
    for (const [part, event] of parsed.events.entries()) {
      const refusalOfPart: RefusalOf = (reason, detail) => refusal(part, reason, detail);
      const { phoneNumberId } = event.routing;
      // Most events of a batch share their route: awaiting each would cost more than parsing it.
      const known = routes.known(delivery.channelId, phoneNumberId);
      const channel = known === undefined ? await routes.find(delivery.channelId, phoneNumberId) : known;
      const update =
        event.kind === 'update' && !isContactUpdate(event.update)
          ? await routeUpdate(directory, delivery, event)
          : undefined;
      // A delivery to the operator's own address belongs to the account that it names.
      if (delivery.clientId === operatorReceiver) owner = channel ?? update?.channels[0] ?? delivery;
      const counts = statisticsOf(countsByChannel, owner);
      counts.received++;
      const refused = result.refusals.length;
      if (update !== undefined) {
        if (update === null)
          result.refusals.push(refusalOfPart('not_for_this_app', { waba_id: event.routing.entryId }));
        else result.updates.push(update);
      } else {
        normalizeEvent(channel, delivery, event, result, folds, refusalOfPart);
      }
      if (!result.refusals.slice(refused).some((each) => each.stored !== true)) counts.stored++;
    }
  }
  result.statuses = [...folds.values()];
  result.counts = [...countsByChannel.values()];
  return result;
}

const nothing = (): NormalizedEvents => ({
  messages: [],
  statuses: [],
  reactions: [],
  amendments: [],
  contacts: [],
  preferences: [],
  handovers: [],
  groups: [],
  calls: [],
  progress: [],
  noticed: [],
  updates: [],
  refusals: [],
  counts: [],
});

function statisticsOf(
  countsByChannel: Map<string, DeliveryCounts>,
  { clientId, channelId }: Pick<StoredDelivery, 'clientId' | 'channelId'>,
): DeliveryCounts {
  const known = countsByChannel.get(channelId);
  if (known !== undefined) return known;
  const made = { clientId, channelId, deliveries: 0, received: 0, stored: 0 };
  countsByChannel.set(channelId, made);
  return made;
}

type Routes = {
  /** @returns undefined before the first `find` */
  known(channelId: string, phoneNumberId: string | null): RoutedChannel | null | undefined;
  find(channelId: string, phoneNumberId: string | null): Promise<RoutedChannel | null>;
};

/** Caches routes for one batch. */
function rememberRoutes(directory: ChannelDirectory): Routes {
  const found = new Map<string, RoutedChannel | null>();
  const keyOf = (channelId: string, phoneNumberId: string | null) => `${channelId}/${phoneNumberId}`;
  return {
    known: (channelId, phoneNumberId) => found.get(keyOf(channelId, phoneNumberId)),
    async find(channelId, phoneNumberId) {
      const receiver = phoneNumberId === null ? null : await directory.receiver(channelId);
      const channel =
        phoneNumberId === null || receiver === null
          ? null
          : await directory.route(receiver.group, phoneNumberId, channelId);
      found.set(keyOf(channelId, phoneNumberId), channel);
      return channel;
    },
  };
}

/** @param channel the event's channel; null when no channel of this app has the number */
function normalizeEvent(
  channel: RoutedChannel | null,
  delivery: StoredDelivery,
  event: WebhookEvent,
  result: NormalizedEvents,
  folds: Map<string, StatusFold>,
  refusal: RefusalOf,
): void {
  if (event.kind === 'malformed') {
    result.refusals.push(refusal(event.reason, event.raw));
  } else if (event.kind === 'other') {
    const reason = KEPT_FIELDS.get(event.field) ?? 'kept_for_later';
    result.refusals.push(refusal(reason, { field: event.field, value: event.value }));
  } else if (channel === null) {
    result.refusals.push(refusal('not_for_this_app', { phone_number_id: event.routing.phoneNumberId }));
  } else if (event.kind === 'account_error') {
    const update = { kind: 'trouble', error: event.error } as const;
    result.updates.push({ channels: [channel], wabaId: event.routing.entryId ?? '', update, at: delivery.receivedAt });
  } else if (event.kind === 'status') {
    const { groupId, recipient, timestampMs } = event.status;
    const { at } = timeOf(timestampMs, channel, delivery.receivedAt);
    const of = groupId === null ? null : contactOf(channel, recipient, at);
    foldStatus(folds, channel, event.status, delivery.receivedAt, of);
  } else if (event.kind === 'message') {
    const { message } = event;
    normalizeMessage(result, channel, message, originOf(event), delivery.receivedAt, refusal);
  } else if (event.kind === 'call_progress') {
    result.progress.push({ channel, progress: event.progress });
  } else if (event.kind === 'call') {
    const { at } = timeOf(event.call.timestampMs, channel, delivery.receivedAt);
    const contact = contactOf(channel, event.call.from, at);
    if (contact === null) result.refusals.push(refusal('sender_missing', { id: event.call.providerId }));
    else result.calls.push({ channel, contact, call: event.call, at });
  } else {
    normalizeContactUpdate(result, channel, event, delivery.receivedAt, refusal);
  }
}

function originOf({ message, routing }: Extract<WebhookEvent, { kind: 'message' }>): Origin {
  if (message.type === 'system') return { kind: 'note' };
  if (message.type === 'call' && message.content.ours !== undefined) return { kind: 'own_call' };
  return { kind: 'customer', standby: routing.field === 'standby' };
}

/** An update about one customer that is not a message. */
function normalizeContactUpdate(
  result: NormalizedEvents,
  channel: RoutedChannel,
  { update }: UpdateEvent,
  receivedAt: Date,
  refusal: RefusalOf,
): void {
  if (update.kind === 'echo') {
    const message = update.by === 'agent' ? withTemplateText(update.message) : update.message;
    normalizeMessage(result, channel, message, { kind: update.by }, receivedAt, refusal);
  } else if (update.kind === 'history') {
    const { direction, status } = update;
    normalizeMessage(result, channel, update.message, { kind: 'past', direction, status }, receivedAt, refusal);
  } else if (update.kind === 'noticed_event') {
    const { providerMessageId, event, amount, currency, timestampMs } = update;
    const { at } = timeOf(timestampMs, channel, receivedAt);
    const noticed = { event, at, ...(amount === null || currency === null ? {} : { amount, currency }) };
    result.noticed.push({ channel, providerMessageId, noticed, ifUnknown: refusal('event_of_unknown', update) });
  } else if (update.kind === 'handover') {
    const { at } = timeOf(update.timestampMs, channel, receivedAt);
    const contact = contactOf(channel, update.sender, at);
    const { holder, note } = update;
    if (contact === null) result.refusals.push(refusal('sender_missing', update));
    else result.handovers.push({ channel, contact, holder, note, at });
  } else if (update.kind === 'group') {
    const { at } = timeOf(update.timestampMs, channel, receivedAt);
    const people = (senders: readonly Sender[]) => senders.flatMap((sender) => contactOf(channel, sender, at) ?? []);
    const contact = groupOf(channel, update.groupId);
    if (update.unnamed.length > 0) {
      const detail = { group_id: update.groupId, participants: update.unnamed };
      result.refusals.push({ ...refusal('participant_missing', detail), stored: true });
    }
    result.groups.push({ channel, contact, update, added: people(update.added), removed: people(update.removed), at });
  } else if (update.kind === 'preference') {
    normalizePreference(result, channel, update, receivedAt, refusal);
  } else if (update.kind === 'app_contact') {
    const contact = contactOf(channel, { ...noSender, phone: update.phone, profileName: update.name }, receivedAt);
    if (update.action === 'remove') {
      // Removing someone from the phone's address book does not delete the contact.
      result.refusals.push({ ...refusal('app_contact_removed', { phone: update.phone }), stored: true });
    } else if (contact !== null) {
      result.contacts.push(contact);
    }
  }
}

/** WhatsApp sends the template beside what fills it: people read the text. */
function withTemplateText(message: InboundMessage): InboundMessage {
  if (message.type !== 'template') return message;
  const { definition, ...template } = message.content;
  const given = template.components as Record<string, unknown>[];
  const display =
    definition === null
      ? { body: '', buttons: [] }
      : templateDisplay({ components: definition, parameter_format: null }, given);
  return { ...message, content: { ...template, display } as never };
}

const noSender: Sender = { phone: null, userId: null, parentUserId: null, username: null, profileName: null };

function normalizePreference(
  result: NormalizedEvents,
  channel: RoutedChannel,
  update: PreferenceUpdate,
  receivedAt: Date,
  refusal: RefusalOf,
): void {
  const at = update.timestampMs === null ? receivedAt : new Date(update.timestampMs);
  const contact = contactOf(channel, update.sender, at);
  if (contact === null || update.category !== 'marketing_messages') {
    result.refusals.push(refusal('kept_for_later', { field: 'user_preferences', value: update }));
    return;
  }
  result.preferences.push({ channel, contact, wants: update.wants, detail: update.detail, at });
}

function normalizeMessage(
  result: NormalizedEvents,
  channel: RoutedChannel,
  message: EchoUpdate['message'] | HistoryUpdate['message'] | InboundMessage,
  origin: Origin,
  receivedAt: Date,
  refusal: RefusalOf,
): void {
  const refuse = (reason: string, detail?: unknown): void => {
    result.refusals.push(refusal(reason, detail));
  };
  const { at, ahead } = timeOf(message.timestampMs, channel, receivedAt);
  if (message.amends !== undefined) {
    const ifUnknown = refusal(`${message.amends.kind}_of_unknown`, { id: message.providerId, amends: message.amends });
    const inGroup = message.groupId !== null;
    const by = isOutgoing(origin) ? 'us' : inGroup ? contactOf(channel, message.from, at) : null;
    result.amendments.push({ channel, by, groupId: message.groupId, amends: message.amends, at, ifUnknown });
    return;
  }
  if (message.type === 'reaction') {
    const { provider_message_id: providerMessageId, emoji } = message.content;
    const ifUnknown = refusal('reaction_to_unknown', { message_id: providerMessageId, emoji });
    const side = isOutgoing(origin) ? 'ours' : 'theirs';
    const sender = message.groupId === null || side === 'ours' ? null : contactOf(channel, message.from, at);
    const by = sender === null ? {} : { sender };
    result.reactions.push({ channel, side, providerMessageId, emoji, at, ifUnknown, ...by });
    return;
  }
  const person = contactOf(channel, message.from, at);
  if (person === null) {
    refuse('sender_missing', { id: message.providerId });
    return;
  }
  if (message.groupId === null) result.messages.push({ channel, contact: person, message, at, origin });
  else {
    const sender = isOutgoing(origin) ? null : person;
    result.messages.push({ channel, contact: groupOf(channel, message.groupId), sender, message, at, origin });
  }
  const remarks: string[] = message.flags.filter((flag) => flag !== 'contact_request');
  if (ahead) remarks.push('timestamp_ahead');
  if (remarks.length === 0) return;
  result.refusals.push({
    ...refusal(`flagged_${remarks[0]}`, { id: message.providerId, flags: remarks }),
    stored: true,
  });
}

/** Clocks differ by seconds; a later time would keep a thread on top and its window open for too long. */
const maxAheadMs = 5 * 60_000;

/** The provider's time by the channel's clock; the time of arrival when there is none or it is too far ahead. */
function timeOf(
  timestampMs: number | null,
  { clockOffsetMs }: RoutedChannel,
  receivedAt: Date,
): { at: Date; ahead: boolean } {
  const nowMs = receivedAt.getTime() + clockOffsetMs;
  if (timestampMs === null) return { at: receivedAt, ahead: false };
  return timestampMs > nowMs + maxAheadMs
    ? { at: new Date(nowMs), ahead: true }
    : { at: new Date(timestampMs), ahead: false };
}

export function contactOf({ clientId, sandbox }: RoutedChannel, from: Sender, at: Date): ContactInput | null {
  const { phone, userId, profileName, username } = from;
  const byPhone = phone === null ? null : { kind: 'phone' as const, key: phoneMatchKey(phone), value: phone };
  const byUser = userId === null ? null : { kind: 'user' as const, key: userId, value: userId };
  const own = byPhone ?? byUser;
  if (own === null) return null;
  const other = byPhone === null ? null : byUser;
  return { clientId, ...own, name: cleanName(profileName ?? ''), username, other, at, sandbox };
}

/**
 * The row that names the conversation of a group, without a name until WhatsApp tells its subject. Each channel has its own, whatever
 * WhatsApp's ids are.
 */
function groupOf({ clientId, channelId, sandbox }: RoutedChannel, groupId: string): ContactInput {
  const key = `${channelId}/${groupId}`;
  return { clientId, kind: 'group', key, value: groupId, name: '', username: null, other: null, sandbox };
}

/** The distinct contacts of a batch; the last non-empty name wins. */
export function distinctContacts(all: readonly ContactInput[]): ContactInput[] {
  const contacts = new Map<string, ContactInput>();
  for (const contact of all) {
    const key = identityKey(contact);
    const before = contacts.get(key);
    contacts.set(key, {
      ...contact,
      name: contact.name === '' ? (before?.name ?? '') : contact.name,
      username: contact.username ?? before?.username ?? null,
      other: contact.other ?? before?.other ?? null,
      // A contact that also writes outside a sandbox is not a sandbox contact.
      ...(before?.sandbox === false ? { sandbox: false } : {}),
      at: new Date(Math.max(contact.at?.getTime() ?? 0, before?.at?.getTime() ?? 0)),
    });
  }
  return [...contacts.values()];
}
