import type { FieldUpdate } from './field-updates.ts';
import {
  isObject,
  type JsonObject,
  readId,
  readList,
  readName,
  readNumber,
  readObject,
  readPhone,
  readTimeMs,
  readUserId,
} from './fields.ts';
import {
  readAccountAlert,
  readAccountReview,
  readAccountUpdate,
  readCapability,
  readNumberName,
  readNumberQuality,
  readNumberUsername,
  readPayment,
  readSecurity,
} from './parse-account-update.ts';
import { readGroupUpdate } from './parse-group.ts';
import { parseMessage } from './parse-message.ts';
import { completeIdentity } from './parse-sender.ts';
import { readHandover } from './parse-standby.ts';
import { readTemplateUpdate } from './parse-template-update.ts';
import { type ProviderError, parseErrorList } from './provider-error.ts';
import type { EventFlag, MalformedReason } from './webhook-events.ts';

/** One update of a change, or why it cannot be parsed, with its part of the value. */
export type FieldPart = { value: unknown; update: FieldUpdate | MalformedReason };

type WholeReader = (value: JsonObject) => FieldUpdate | null;
type ElementReader = (element: JsonObject, value: JsonObject) => FieldUpdate | MalformedReason;

/** Fields whose value is one update. A Map, because field names are external input. */
const WHOLE = new Map<string, WholeReader>([
  ['message_template_status_update', readTemplateUpdate],
  ['message_template_quality_update', readTemplateUpdate],
  ['message_template_components_update', readTemplateUpdate],
  ['template_category_update', readTemplateUpdate],
  ['phone_number_quality_update', readNumberQuality],
  ['phone_number_name_update', readNumberName],
  ['account_update', readAccountUpdate],
  ['account_review_update', readAccountReview],
  ['account_alerts', readAccountAlert],
  ['business_capability_update', readCapability],
  ['security', readSecurity],
  ['payment_configuration_update', readPayment],
  ['business_username_updates', readNumberUsername],
]);

/** Fields whose value has a list of updates, with the key of the list. */
const LISTS = new Map<string, { key: string; read: ElementReader }>([
  ['user_preferences', { key: 'user_preferences', read: readPreference }],
  ['smb_message_echoes', { key: 'message_echoes', read: readEcho }],
  ['smb_app_state_sync', { key: 'state_sync', read: readAppContact }],
  ['automatic_events', { key: 'automatic_events', read: readNoticedEvent }],
  ['group_lifecycle_update', { key: 'groups', read: readGroupUpdate }],
  ['group_participants_update', { key: 'groups', read: readGroupUpdate }],
  ['group_settings_update', { key: 'groups', read: readGroupUpdate }],
  ['group_status_update', { key: 'groups', read: readGroupUpdate }],
  // So Meta's OpenAPI file names it, where its pages name the one above.
  ['group_participant_update', { key: 'groups', read: readGroupUpdate }],
]);

/**
 * Documented fields without an effect here, and why: they are stored whole. `user_actions` is a list of the field
 * `messages`, `call_progress` what `calls` says that is known of no call.
 */
export const KEPT_FIELDS: ReadonlyMap<string, KeptReason> = new Map([
  ['call_progress', 'calls_not_taken'],
  ['user_actions', 'marketing_click'],
  ['user_id_update', 'told_by_message'],
  ['account_settings_update', 'set_elsewhere'],
  ['flows', 'set_elsewhere'],
  ['partner_solutions', 'set_elsewhere'],
  ['consumer_profile', 'set_elsewhere'],
  ['tracking_events', 'marketing_click'],
  ['message_echoes', 'sent_by_another'],
]);

export type KeptReason =
  | 'calls_not_taken'
  | 'marketing_click'
  | 'sent_by_another'
  | 'set_elsewhere'
  | 'told_by_message';

/** Every field that is read. */
export const READ_FIELDS: readonly string[] = [
  ...['messages', 'standby', 'messaging_handovers', 'history', 'calls'],
  ...WHOLE.keys(),
  ...LISTS.keys(),
];

/** What the application of a number must be subscribed to. */
export const SUBSCRIBED_FIELDS = READ_FIELDS.filter((field) => field !== 'group_participant_update');

/**
 * Parses a change of another field than `messages`.
 * @returns null when the field or its content is unknown: the change is stored unchanged
 */
export function readFieldUpdates(field: string, value: unknown): FieldPart[] | null {
  if (!isObject(value)) return null;
  if (field === 'history') return readHistory(value);
  if (field === 'messaging_handovers') return readHandover(value);
  const list = LISTS.get(field);
  if (list !== undefined) {
    const elements = value[list.key];
    if (!Array.isArray(elements) || elements.length === 0) return null;
    return elements.map((element) => partOf(element, (object) => list.read(object, value)));
  }
  const read = WHOLE.get(field) ?? ('message_template_id' in value ? readTemplateUpdate : undefined);
  const update = read?.(value) ?? null;
  return update === null ? null : [{ value, update }];
}

function partOf(element: unknown, read: (object: JsonObject) => FieldUpdate | MalformedReason): FieldPart {
  return { value: element, update: isObject(element) ? read(element) : 'element_not_an_object' };
}

function readPreference(element: JsonObject, value: JsonObject): FieldUpdate | MalformedReason {
  const identity = {
    phone: readPhone(element, 'wa_id'),
    userId: readUserId(element, 'user_id'),
    parentUserId: readUserId(element, 'parent_user_id'),
  };
  const sender = completeIdentity(identity, readList(value, 'contacts'));
  if (sender.phone === null && sender.userId === null) return 'sender_missing';
  const choice = readName(element, 'value', 255)?.toLowerCase();
  if (choice !== 'stop' && choice !== 'resume' && choice !== 'signup') return 'unexpected';
  return {
    kind: 'preference',
    sender: sender,
    category: readName(element, 'category', 255) ?? 'marketing_messages',
    wants: choice !== 'stop',
    detail: readName(element, 'detail', 2_000),
    timestampMs: readTimeMs(element, 'timestamp'),
  };
}

/** The customer is in `to`; `from` is the business. */
export function readEcho(element: JsonObject, value: JsonObject): FieldUpdate | MalformedReason {
  const { from: _business, from_user_id: _own, to, to_user_id, ...rest } = element;
  const message = readAsCustomers({ ...rest, from: to, from_user_id: to_user_id }, readList(value, 'contacts'));
  return typeof message === 'string' ? message : { kind: 'echo', by: 'phone_app', message };
}

function readNoticedEvent(element: JsonObject): FieldUpdate | MalformedReason {
  const providerMessageId = readId(element, 'id');
  const event = readName(element, 'event_name', 255);
  if (providerMessageId === null) return 'id_missing';
  if (event === null) return 'unexpected';
  const data = readObject(element, 'custom_data') ?? {};
  const currency = readName(data, 'currency', 255)?.toUpperCase() ?? '';
  return {
    kind: 'noticed_event',
    providerMessageId,
    event,
    amount: readNumber(data, 'value'),
    // ISO 4217: nothing else can be written as money.
    currency: /^[A-Z]{3}$/.test(currency) ? currency : null,
    timestampMs: readTimeMs(element, 'timestamp'),
  };
}

function readAppContact(element: JsonObject): FieldUpdate | MalformedReason {
  const contact = readObject(element, 'contact') ?? {};
  const phone = readPhone(contact, 'phone_number');
  if (phone === null) return 'sender_missing';
  const metadata = readObject(element, 'metadata') ?? {};
  return {
    kind: 'app_contact',
    action: readName(element, 'action', 255) === 'remove' ? 'remove' : 'add',
    phone,
    name: readName(contact, 'full_name', 255) ?? readName(contact, 'first_name', 255) ?? '',
    timestampMs: readTimeMs(metadata, 'timestamp'),
  };
}

/** A backfill: conversations by customer, each with messages of both sides. */
function readHistory(value: JsonObject): FieldPart[] | null {
  const own = readPhone(readObject(value, 'metadata') ?? value, 'display_phone_number');
  const isOwn = (message: JsonObject) => own !== null && readPhone(message, 'from') === own;
  const parts = readList(value, 'history').flatMap((chunk) =>
    isObject(chunk)
      ? readList(chunk, 'threads').flatMap((thread) => (isObject(thread) ? historyOf(thread, isOwn) : []))
      : [],
  );
  // Files of earlier messages come later and by themselves, those of the business as echoes.
  const contacts = readList(value, 'contacts');
  for (const element of readList(value, 'messages')) {
    parts.push(partOf(element, (message) => readHistoryMessage(message, isOwn(message), contacts)));
  }
  for (const element of readList(value, 'message_echoes')) {
    parts.push(partOf(element, (message) => readHistoryMessage(message, true, contacts)));
  }
  return parts.length === 0 ? null : parts;
}

function readHistoryMessage(
  message: JsonObject,
  outgoing: boolean,
  contacts: readonly unknown[],
): FieldUpdate | MalformedReason {
  const { to, to_user_id, ...rest } = message;
  const read = readAsCustomers(outgoing ? { ...rest, from: to, from_user_id: to_user_id } : message, contacts);
  if (typeof read === 'string') return read;
  const context = readObject(message, 'history_context') ?? {};
  const status = readName(context, 'status', 255);
  return { kind: 'history', direction: outgoing ? 'OUTGOING' : 'INCOMING', message: read, status };
}

/** Why there is no history: the business did not agree to share it (2593109), or WhatsApp could not read it. */
export function readHistoryErrors(value: JsonObject): ProviderError[] {
  return readList(value, 'history').flatMap((chunk) =>
    isObject(chunk) ? parseErrorList(readList(chunk, 'errors')) : [],
  );
}

/** @param isOwn decides where the conversation does not name its customer */
function historyOf(thread: JsonObject, isOwn: (message: JsonObject) => boolean): FieldPart[] {
  const customer = readPhone(thread, 'id') ?? readUserId(thread, 'id');
  return readList(thread, 'messages').map((element) =>
    partOf(element, (message) => {
      const context = readObject(message, 'history_context') ?? {};
      const from = [readPhone(message, 'from'), readUserId(message, 'from'), readUserId(message, 'from_user_id')];
      const incoming = customer === null ? !isOwn(message) : from.includes(customer);
      const read = readAsCustomers(incoming ? message : { ...message, from: thread.id, from_user_id: null }, []);
      if (typeof read === 'string') return read;
      const direction = incoming ? 'INCOMING' : 'OUTGOING';
      return { kind: 'history', direction, message: read, status: readName(context, 'status', 255) };
    }),
  );
}

function readAsCustomers(message: JsonObject, contacts: readonly unknown[]) {
  return parseMessage(message, contacts, new Set<EventFlag>());
}
