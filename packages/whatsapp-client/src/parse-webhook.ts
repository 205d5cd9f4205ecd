import {
  isObject,
  type JsonObject,
  readId,
  readList,
  readName,
  readNumber,
  readObject,
  readPhone,
  readUserId,
} from './fields.ts';
import { readCallOffer, readCallProgress, readEndedCall } from './parse-call.ts';
import { readEcho, readFieldUpdates, readHistoryErrors } from './parse-field.ts';
import { parseJsonKeepingIds } from './parse-json.ts';
import { parseMessage } from './parse-message.ts';
import { readAgentEcho, unwrapStandby } from './parse-standby.ts';
import { parseStatus } from './parse-status.ts';
import type { ParsedWebhook, WebhookEvent } from './parsed-webhook.ts';
import { parseErrorEnvelope } from './provider-error.ts';
import { mayNeedCleaning, toStorable } from './storable.ts';
import type { EventFlag, MalformedReason, Routing } from './webhook-events.ts';

/**
 * Turns a verified delivery into events, in the order in which they stand there. Never throws.
 *
 * One delivery may hold several accounts, numbers, messages and statuses; each event carries its own routing, and an
 * element that cannot be understood becomes a `malformed` event without touching its neighbours. All strings are fit
 * for PostgreSQL (see `toStorable`). Integers above 2^53 arrive as strings.
 * @param rawBody  the bytes as received, up to 4 MB
 */
export function parseWebhook(rawBody: Buffer): ParsedWebhook {
  const text = rawBody.toString('utf8');
  let body: unknown;
  try {
    body = parseJsonKeepingIds(text);
  } catch {
    // Unparsable text and too deep nesting are treated the same: the raw row is stored and flagged.
    return { ok: false, reason: 'unreadable_json' };
  }
  if (!isObject(body)) return { ok: false, reason: 'not_an_object' };
  const object = body.object;
  if (object !== undefined && object !== 'whatsapp_business_account') return { ok: false, reason: 'not_whatsapp' };
  const entries = body.entry;
  if (!Array.isArray(entries)) return { ok: false, reason: 'no_entries' };

  const reader = new ChangeReader(mayNeedCleaning(text));
  for (const entry of entries) reader.readEntry(entry);
  return { ok: true, events: reader.events };
}

/** Fields of customers' messages: while we hold a conversation, and while Meta's agent or another application does. */
const CUSTOMER_FIELDS: ReadonlySet<string> = new Set(['messages', 'standby']);

/** Collects the events of one delivery. */
class ChangeReader {
  readonly events: WebhookEvent[] = [];
  readonly #clean: boolean;

  constructor(clean: boolean) {
    this.#clean = clean;
  }

  readEntry(entry: unknown): void {
    const routing: Routing = {
      field: '',
      phoneNumberId: null,
      displayPhoneNumber: null,
      entryId: null,
      entryTimeS: null,
    };
    if (!isObject(entry)) {
      this.#malformed(routing, 'entry_not_an_object', entry);
      return;
    }
    routing.entryId = readId(entry, 'id');
    routing.entryTimeS = readNumber(entry, 'time');
    const changes = entry.changes;
    if (Array.isArray(changes)) for (const change of changes) this.#readChange(change, routing);
    else this.#malformed(routing, 'changes_not_a_list', entry);
  }

  #readChange(change: unknown, entryRouting: Routing): void {
    const field = isObject(change) ? readFieldName(change) : null;
    if (!isObject(change) || field === null) {
      this.#malformed(entryRouting, isObject(change) ? 'field_missing' : 'change_not_an_object', change);
      return;
    }
    const value = change.value;
    const routing = { ...entryRouting, field };
    if (isObject(value)) {
      // A handover names the number as its recipient.
      const metadata = readObject(value, 'metadata') ?? readObject(value, 'recipient');
      if (metadata !== null) routing.phoneNumberId = readId(metadata, 'phone_number_id');
      routing.displayPhoneNumber = readPhone(metadata ?? value, 'display_phone_number');
      if (field === 'messages') this.#readMessages(value, value, routing);
      else if (field === 'calls') this.#readCalls(value, routing);
      else if (field === 'standby') this.#readMessages(unwrapStandby(value), value, routing);
      else this.#other(routing, value);
    } else if (CUSTOMER_FIELDS.has(field)) {
      this.#malformed(routing, 'value_not_an_object', value);
    } else {
      this.#other(routing, value);
    }
  }

  /** @param whole  the change's value as it came */
  #readMessages(value: JsonObject, whole: JsonObject, routing: Routing): void {
    const contacts = this.#cleaned(readList(value, 'contacts'), new Set()) as unknown[];
    const before = this.events.length;
    const sole = readList(value, 'messages').length === 1;
    this.#readEach(value, 'messages', routing, (element, flags) => {
      if (isEcho(element, routing)) return this.#echo(element, value, routing);
      const message = parseMessage(element, contacts, flags, sole);
      return typeof message === 'string' ? message : { kind: 'message', routing, message };
    });
    this.#readEach(value, 'message_echoes', routing, (element) => this.#echo(element, value, routing));
    this.#readEach(value, 'statuses', routing, (element, flags) => {
      const status = parseStatus(element, contacts, flags);
      return typeof status === 'string' ? status : { kind: 'status', routing, status };
    });
    this.#readEach(value, 'errors', routing, (element) => {
      const error = parseErrorEnvelope(element);
      return error === null ? 'unexpected' : { kind: 'account_error', routing, error };
    });
    // What customers did with a link of a marketing message.
    for (const action of readList(value, 'user_actions')) {
      const kept = toStorable(action).value;
      this.events.push({ kind: 'other', routing, field: 'user_actions', value: kept });
    }
    // Everything is recorded: a value without any of the lists is stored whole.
    if (this.events.length === before) this.#other(routing, whole);
  }

  /** What says nothing of a call that is known here is stored whole. */
  #readCalls(value: JsonObject, routing: Routing): void {
    const clean = this.#cleaned(value, new Set());
    const read = new Set<unknown>();
    if (isObject(clean)) {
      const elements = [...readList(clean, 'calls'), ...readList(clean, 'statuses')];
      for (const element of elements) {
        if (!isObject(element)) continue;
        const found =
          readCallOffer(element, clean) ?? readCallProgress(element, clean) ?? readEndedCall(element, clean);
        if (found === null) continue;
        read.add(element);
        if (typeof found === 'string') this.#malformed(routing, found, element);
        else if ('step' in found) this.events.push({ kind: 'call_progress', routing, progress: found });
        else if ('sdp' in found) this.events.push({ kind: 'call', routing, call: found });
        else this.events.push({ kind: 'message', routing, message: found });
      }
      if (read.size > 0 && read.size === elements.length) return;
    }
    this.events.push({ kind: 'other', routing, field: 'call_progress', value: toStorable(value).value });
  }

  #echo(element: JsonObject, value: JsonObject, routing: Routing): WebhookEvent | MalformedReason {
    const update = routing.field === 'standby' ? readAgentEcho(element, value) : readEcho(element, value);
    return typeof update === 'string'
      ? update
      : { kind: 'update', routing, field: routing.field, value: element, update };
  }

  #readEach(
    value: JsonObject,
    key: 'messages' | 'message_echoes' | 'statuses' | 'errors',
    routing: Routing,
    read: (element: JsonObject, flags: Set<EventFlag>) => WebhookEvent | MalformedReason,
  ): void {
    const list = value[key];
    if (list === undefined || list === null) return;
    if (!Array.isArray(list)) {
      this.#malformed(routing, 'list_expected', { [key]: list });
      return;
    }
    for (const original of list) {
      const flags = new Set<EventFlag>();
      const element = this.#cleaned(original, flags);
      const event = isObject(element) ? read(element, flags) : 'element_not_an_object';
      if (typeof event === 'string') this.#malformed(routing, event, element);
      else this.events.push(event);
    }
  }

  #cleaned(value: unknown, flags: Set<EventFlag>): unknown {
    if (!this.#clean) return value;
    const storable = toStorable(value);
    if (storable.sanitized) flags.add('sanitized');
    if (storable.truncated) flags.add('truncated');
    return storable.value;
  }

  #other(routing: Routing, value: unknown): void {
    const kept = toStorable(value).value;
    const errors = routing.field === 'history' && isObject(kept) ? readHistoryErrors(kept) : [];
    for (const error of errors) this.events.push({ kind: 'account_error', routing, error });
    const parts = CUSTOMER_FIELDS.has(routing.field) ? null : readFieldUpdates(routing.field, kept);
    if (parts === null) {
      if (errors.length > 0) return;
      this.events.push({ kind: 'other', routing, field: routing.field, value: kept });
      return;
    }
    for (const { value: part, update } of parts) {
      if (typeof update === 'string') this.#malformed(routing, update, part);
      else this.events.push({ kind: 'update', routing, field: routing.field, value: part, update });
    }
  }

  #malformed(routing: Routing, reason: MalformedReason, raw: unknown): void {
    this.events.push({ kind: 'malformed', routing, reason, raw: toStorable(raw).value });
  }
}

/** A message from the number itself to a customer, as the phone app's are; they come in other fields as well. */
function isEcho(element: JsonObject, routing: Routing): boolean {
  const own = routing.displayPhoneNumber;
  return (
    own !== null &&
    readPhone(element, 'from') === own &&
    (readPhone(element, 'to') ?? readUserId(element, 'to_user_id')) !== null
  );
}

/** The change's field; a nameless change that carries messages or statuses is of the field `messages`. */
function readFieldName(change: JsonObject): string | null {
  const field = readName(change, 'field', 255);
  if (field !== null) return String(toStorable(field).value);
  const value = change.value;
  return isObject(value) && (Array.isArray(value.messages) || Array.isArray(value.statuses)) ? 'messages' : null;
}
