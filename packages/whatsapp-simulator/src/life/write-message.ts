import { messageId } from '../graph/ids.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { Message } from '../storage/messages.ts';
import type { Phone } from '../storage/phones.ts';
import type { Core } from './core.ts';

export interface Written {
  type: string;
  /** null: a type without a content object. */
  content: unknown;
  /** wamid of the quoted message. */
  context: string | null;
  callerId: string | null;
  /** When it is written, by the machine's clock; null: now, and the caller sends it. */
  dueMs: number | null;
}

/** Stores what a customer writes, now or later. Inside `write`. */
export function newInbound(core: Core, account: Account, phone: Phone, written: Written): Message {
  return core.messages.insert({
    account: account.key,
    phone: phone.id,
    inbound: 1,
    wamid: messageId(personOf(phone), true),
    caller_id: written.callerId,
    type: written.type,
    content: JSON.stringify(written.content ?? null),
    context: written.context,
    display: null,
    addressed_to: null,
    opaque: null,
    category: null,
    fate: null,
    fate_details: null,
    status: 0,
    at_ms: clockOf(account),
    due_ms: written.dueMs,
  });
}

/** What a message id may tell of the person: not the number of one who hides it. */
export function personOf(phone: Phone): string {
  return phone.hides_number ? phone.user_id : phone.id;
}
