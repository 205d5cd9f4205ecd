import { messageId } from '../graph/ids.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { Message } from '../storage/messages.ts';
import type { Phone } from '../storage/phones.ts';
import type { Core } from './core.ts';

export interface InboundDraft {
  type: string;
  /** null: a type without a content object. */
  content: unknown;
  /** wamid of the quoted message. */
  context: string | null;
  callerId: string | null;
  /** When it is written, by the machine's clock; null: now, and the caller sends it. */
  dueMs: number | null;
  /** Who of a group writes. */
  as?: string | null;
}

/** Stores what a customer writes, now or later. Inside `write`. */
export function newInbound(core: Core, account: Account, phone: Phone, written: InboundDraft): Message {
  return core.messages.insert({
    account: account.key,
    phone: phone.id,
    inbound: 1,
    wamid: messageId(customerOf(phone), true),
    caller_id: written.callerId,
    type: written.type,
    content: JSON.stringify(written.content ?? null),
    context: written.context,
    display: null,
    addressed_to: written.as ?? null,
    opaque: null,
    category: null,
    fate: null,
    fate_details: null,
    status: 0,
    at_ms: clockOf(account),
    due_ms: written.dueMs,
  });
}

/** The customer's part of a message id: not the number if they hide it. */
export function customerOf(phone: Phone): string {
  return phone.hides_number ? phone.user_id : phone.id;
}
