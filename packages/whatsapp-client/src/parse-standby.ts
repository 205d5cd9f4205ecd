import type { FieldUpdate, Holder } from './field-updates.ts';
import { type JsonObject, readList, readName, readObject, readPhone, readTimeMs, readUserId } from './fields.ts';
import { parseMessage } from './parse-message.ts';
import { completeIdentity } from './parse-sender.ts';
import type { EventFlag, MalformedReason } from './webhook-events.ts';

/** The longest `metadata` of a handover. */
const NOTE = 2_000;

/** A change of `standby` in the form of one of `messages`: its lists stand under `standby`, in some deliveries beside it. */
export function unwrapStandby(value: JsonObject): JsonObject {
  return { ...value, ...readObject(value, 'standby') };
}

/**
 * A send of another sender of the number. Its content stands under `message` in the shape of the send call, without
 * `from`; for a template what WhatsApp knows of it stands beside.
 */
export function readAgentEcho(element: JsonObject, value: JsonObject): FieldUpdate | MalformedReason {
  const sent = readObject(element, 'message');
  const { to, recipient, to_user_id, from: _own, from_user_id: _ownId, ...rest } = sent ?? element;
  const customer = {
    from: to ?? recipient,
    from_user_id: to_user_id ?? readUserId({ recipient }, 'recipient'),
    id: element.id,
    timestamp: element.timestamp,
    ...(sent === null ? {} : { definition: readObject(element, 'template') }),
  };
  const message = parseMessage({ ...rest, ...customer }, readList(value, 'contacts'), new Set<EventFlag>());
  return typeof message === 'string' ? message : { kind: 'echo', by: 'agent', message };
}

/**
 * Who holds a conversation now. `control_passed` goes to the new holder and `control_taken` to the one before, except
 * that Meta's agent is told by nobody: what is taken from it is ours.
 * @returns null when it does not say who
 */
export function readHandover(value: JsonObject): { value: unknown; update: FieldUpdate | MalformedReason }[] | null {
  const type = readName(value, 'type', 255) ?? ['control_passed', 'control_taken'].find((key) => key in value);
  if (type !== 'control_passed' && type !== 'control_taken') return null;
  const control = readObject(value, type) ?? {};
  const sender = readObject(value, 'sender') ?? {};
  const identity = {
    phone: readPhone(sender, 'phone_number') ?? readPhone(sender, 'wa_id'),
    userId: readUserId(sender, 'user_id'),
    parentUserId: readUserId(sender, 'parent_user_id'),
  };
  if (identity.phone === null && identity.userId === null) return [{ value, update: 'sender_missing' }];
  const update: FieldUpdate = {
    kind: 'handover',
    sender: completeIdentity(identity, readList(value, 'contacts')),
    holder: holderOf(type, control),
    note: readNote(value, control),
    timestampMs: readTimeMs(value, 'timestamp'),
  };
  return [{ value, update }];
}

function holderOf(type: 'control_passed' | 'control_taken', control: JsonObject): Holder {
  if (readName(control, 'new_owner_role', 255) === 'ai_agent') return 'ai_agent';
  return type === 'control_passed' || readName(control, 'previous_owner_role', 255) === 'ai_agent' ? 'us' : 'other';
}

/** A summary by the agent says more than the word that an application passes on. */
function readNote(value: JsonObject, control: JsonObject): string | null {
  const context = readObject(control, 'conversation_context') ?? readObject(value, 'conversation_context') ?? {};
  return readName(readObject(context, 'summary') ?? {}, 'text', NOTE) ?? readName(control, 'metadata', NOTE);
}
