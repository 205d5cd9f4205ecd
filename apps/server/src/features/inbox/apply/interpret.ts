import {
  type EchoUpdate,
  type HistoryUpdate,
  type InboundMessage,
  type ParsedWebhook,
  type PreferenceUpdate,
  parseWebhook,
  type Sender,
  type WebhookEvent,
} from '@parley/whatsapp-client';
import { type ChannelDirectory, operatorsAddress, type RoutedChannel } from '../../channels/public.ts';
import { type Person, personKey, phoneMatchKey } from '../../contacts/public.ts';
import type { StoredDelivery } from '../intake/raw-store.ts';
import { foldStatus, type StatusFold } from './fold-status.ts';
import { isAboutPerson, routeUpdate, type UpdateEvent } from './interpret-updates.ts';
import { type Interpreted, isOurs, type Origin, type Refusal, type RefusalOf, type Tally } from './meaning.ts';

/** Whoever else has work to do in this process waits at most this long for a batch to be understood. */
const sliceMs = 4;

/** Understands deliveries without touching a row: who wrote what on which channel, which of our messages came how far. */
export async function interpret(
  directory: ChannelDirectory,
  deliveries: readonly StoredDelivery[],
): Promise<Interpreted> {
  const result = nothing();
  const tallies = new Map<string, Tally>();
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
    tallyOf(tallies, delivery).deliveries++;
    if (!parsed.ok) {
      tallyOf(tallies, delivery).received++;
      result.refusals.push(refusal(0, parsed.reason));
      continue;
    }
    for (const [part, event] of parsed.events.entries()) {
      const refusalOfPart: RefusalOf = (reason, detail) => refusal(part, reason, detail);
      const { phoneNumberId } = event.routing;
      // Most events of a batch share their route: waiting for each would cost more than reading it.
      const known = routes.known(delivery.channelId, phoneNumberId);
      const channel = known === undefined ? await routes.find(delivery.channelId, phoneNumberId) : known;
      const told =
        event.kind === 'update' && !isAboutPerson(event.update)
          ? await routeUpdate(directory, delivery, event)
          : undefined;
      // What came to the operator's own address stands in the books of whoever it is about.
      if (delivery.clientId === operatorsAddress) owner = channel ?? told?.channels[0] ?? delivery;
      const tally = tallyOf(tallies, owner);
      tally.received++;
      const refused = result.refusals.length;
      if (told !== undefined) {
        if (told === null) result.refusals.push(refusalOfPart('not_for_this_app', { waba_id: event.routing.entryId }));
        else result.updates.push(told);
      } else {
        interpretEvent(channel, delivery, event, result, folds, refusalOfPart);
      }
      if (!result.refusals.slice(refused).some((each) => each.stored !== true)) tally.stored++;
    }
  }
  result.statuses = [...folds.values()];
  result.tallies = [...tallies.values()];
  return result;
}

const nothing = (): Interpreted => ({
  inbound: [],
  statuses: [],
  reactions: [],
  amendments: [],
  people: [],
  preferences: [],
  updates: [],
  refusals: [],
  tallies: [],
});

function tallyOf(
  tallies: Map<string, Tally>,
  { clientId, channelId }: Pick<StoredDelivery, 'clientId' | 'channelId'>,
): Tally {
  const known = tallies.get(channelId);
  if (known !== undefined) return known;
  const made = { clientId, channelId, deliveries: 0, received: 0, stored: 0 };
  tallies.set(channelId, made);
  return made;
}

type Routes = {
  /** @returns undefined when it was not looked up yet */
  known(channelId: string, phoneNumberId: string | null): RoutedChannel | null | undefined;
  find(channelId: string, phoneNumberId: string | null): Promise<RoutedChannel | null>;
};

/** The directory's answers, for as long as one batch is being understood. */
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

/** @param channel where the event belongs; null when no channel of this app has that number */
function interpretEvent(
  channel: RoutedChannel | null,
  delivery: StoredDelivery,
  event: WebhookEvent,
  result: Interpreted,
  folds: Map<string, StatusFold>,
  refusal: RefusalOf,
): void {
  if (event.kind === 'malformed') {
    result.refusals.push(refusal(event.reason, event.raw));
  } else if (event.kind === 'other') {
    result.refusals.push(refusal('kept_for_later', { field: event.field, value: event.value }));
  } else if (channel === null) {
    result.refusals.push(refusal('not_for_this_app', { phone_number_id: event.routing.phoneNumberId }));
  } else if (event.kind === 'account_error') {
    const update = { kind: 'trouble', error: event.error } as const;
    result.updates.push({ channels: [channel], wabaId: event.routing.entryId ?? '', update, at: delivery.receivedAt });
  } else if (event.kind === 'status') {
    foldStatus(folds, channel, event.status, delivery.receivedAt);
  } else if (event.kind === 'message') {
    const { message } = event;
    const kind = message.type === 'system' ? 'note' : 'customer';
    interpretMessage(result, channel, message, { kind }, delivery.receivedAt, refusal);
  } else {
    interpretOfPerson(result, channel, event, delivery.receivedAt, refusal);
  }
}

/** News about one customer of one number that is no message of theirs. */
function interpretOfPerson(
  result: Interpreted,
  channel: RoutedChannel,
  { update }: UpdateEvent,
  receivedAt: Date,
  refusal: RefusalOf,
): void {
  if (update.kind === 'echo') {
    interpretMessage(result, channel, update.message, { kind: 'phone_app' }, receivedAt, refusal);
  } else if (update.kind === 'history') {
    const { direction, status } = update;
    interpretMessage(result, channel, update.message, { kind: 'past', direction, status }, receivedAt, refusal);
  } else if (update.kind === 'preference') {
    interpretPreference(result, channel, update, receivedAt, refusal);
  } else if (update.kind === 'app_contact') {
    const person = personOf(channel, { ...nobody, phone: update.phone, profileName: update.name }, receivedAt);
    if (update.action === 'remove') {
      // A customer stays one when they are taken out of the phone's address book.
      result.refusals.push({ ...refusal('app_contact_removed', { phone: update.phone }), stored: true });
    } else if (person !== null) {
      result.people.push(person);
    }
  }
}

const nobody: Sender = { phone: null, userId: null, parentUserId: null, username: null, profileName: null };

function interpretPreference(
  result: Interpreted,
  channel: RoutedChannel,
  update: PreferenceUpdate,
  receivedAt: Date,
  refusal: RefusalOf,
): void {
  const at = update.timestampMs === null ? receivedAt : new Date(update.timestampMs);
  const person = personOf(channel, update.person, at);
  if (person === null || update.category !== 'marketing_messages') {
    result.refusals.push(refusal('kept_for_later', { field: 'user_preferences', value: update }));
    return;
  }
  result.preferences.push({ channel, person, wants: update.wants, detail: update.detail, at });
}

function interpretMessage(
  result: Interpreted,
  channel: RoutedChannel,
  message: EchoUpdate['message'] | HistoryUpdate['message'] | InboundMessage,
  origin: Origin,
  receivedAt: Date,
  refusal: RefusalOf,
): void {
  const refuse = (reason: string, detail?: unknown): void => {
    result.refusals.push(refusal(reason, detail));
  };
  const { at, ahead } = timeOf(message, channel, receivedAt);
  if (message.groupId !== null) {
    refuse('group_message', { id: message.providerId, group_id: message.groupId });
    return;
  }
  if (message.amends !== undefined) {
    const ifUnknown = refusal(`${message.amends.kind}_of_unknown`, { id: message.providerId, amends: message.amends });
    result.amendments.push({ channel, amends: message.amends, at, ifUnknown });
    return;
  }
  if (message.type === 'reaction') {
    const { provider_message_id: providerMessageId, emoji } = message.content;
    const ifUnknown = refusal('reaction_to_unknown', { message_id: providerMessageId, emoji });
    const side = isOurs(origin) ? 'ours' : 'theirs';
    result.reactions.push({ channel, side, providerMessageId, emoji, at, ifUnknown });
    return;
  }
  const person = personOf(channel, message.from, at);
  if (person === null) {
    refuse('sender_missing', { id: message.providerId });
    return;
  }
  result.inbound.push({ channel, person, message, at, origin });
  const remarks: string[] = message.flags.filter((flag) => flag !== 'contact_request');
  if (ahead) remarks.push('timestamp_ahead');
  if (remarks.length === 0) return;
  result.refusals.push({
    ...refusal(`flagged_${remarks[0]}`, { id: message.providerId, flags: remarks }),
    stored: true,
  });
}

/** Clocks differ by seconds; a time further ahead would keep a thread on top and its window open for too long. */
const aheadAtMostMs = 5 * 60_000;

/** The provider's time by the channel's clock; the time of arrival where there is none, or one that cannot be yet. */
function timeOf(
  { timestampMs }: InboundMessage,
  { clockOffsetMs }: RoutedChannel,
  receivedAt: Date,
): { at: Date; ahead: boolean } {
  const nowMs = receivedAt.getTime() + clockOffsetMs;
  if (timestampMs === null) return { at: receivedAt, ahead: false };
  return timestampMs > nowMs + aheadAtMostMs
    ? { at: new Date(nowMs), ahead: true }
    : { at: new Date(timestampMs), ahead: false };
}

function personOf({ clientId, sandbox }: RoutedChannel, from: Sender, at: Date): Person | null {
  const { phone, userId, profileName, username } = from;
  const byPhone = phone === null ? null : { kind: 'phone' as const, key: phoneMatchKey(phone), value: phone };
  const byUser = userId === null ? null : { kind: 'user' as const, key: userId, value: userId };
  const own = byPhone ?? byUser;
  if (own === null) return null;
  const other = byPhone === null ? null : byUser;
  return { clientId, ...own, name: profileName ?? '', username, other, at, sandbox };
}

/** The distinct people of a batch; of several names the last non-empty one counts. */
export function distinctPeople(all: readonly Person[]): Person[] {
  const people = new Map<string, Person>();
  for (const person of all) {
    const key = personKey(person);
    const before = people.get(key);
    people.set(key, {
      ...person,
      name: person.name === '' ? (before?.name ?? '') : person.name,
      username: person.username ?? before?.username ?? null,
      other: person.other ?? before?.other ?? null,
      // Met once outside of a sandbox is met outside of it.
      ...(before?.sandbox === false ? { sandbox: false } : {}),
      at: new Date(Math.max(person.at?.getTime() ?? 0, before?.at?.getTime() ?? 0)),
    });
  }
  return [...people.values()];
}
