import { type Account, clockOf } from '../storage/accounts.ts';
import type { Message } from '../storage/messages.ts';
import type { Phone } from '../storage/phones.ts';
import { agentSays } from './agent.ts';
import { noteReply } from './call-permissions.ts';
import type { Core } from './core.ts';
import { randomDelayMs } from './random-delay.ts';
import { enqueueInbound, enqueueStatus, skipsDelivered } from './updates.ts';
import { newInbound } from './write-message.ts';

/**
 * Takes the next step of a due message. Sends: accepted → sent or failed → received by the phone → read. Customers'
 * messages: written → sent to the business. Inside `write`.
 */
export function advanceMessage(core: Core, account: Account, phone: Phone, message: Message): void {
  if (message.inbound === 1) sendInbound(core, account, phone, message);
  else if (message.status === 0) send(core, account, phone, message);
  else if (message.status === 1) deliver(core, account, phone, message);
  else if (message.status === 2) read(core, account, phone, message);
  else core.messages.step(message, message.status, null);
}

function send(core: Core, account: Account, phone: Phone, message: Message): void {
  if (message.fate !== null) {
    core.messages.step(message, -1, null);
    enqueueStatus(core, account, phone, message, 'failed');
    return;
  }
  if (core.links.take(account, message)) return;
  const dueMs = phone.online ? core.scheduler.deliveryDueMs(account, phone.id) : null;
  core.messages.step(message, 1, dueMs);
  enqueueStatus(core, account, phone, message, 'sent');
}

function deliver(core: Core, account: Account, phone: Phone, message: Message): void {
  if (!phone.online) {
    core.messages.step(message, 1, null);
    return;
  }
  const isReaction = message.type === 'reaction';
  const readsNow = !isReaction && willRead(phone);
  core.messages.receive(message, readsNow ? readDueMs(account, phone) : null);
  // The platform reports only `sent` for a reaction.
  if (!isReaction && !(readsNow && skipsDelivered(account))) enqueueStatus(core, account, phone, message, 'delivered');
  if (!isReaction && phone.reply_after_ms !== null) {
    const dueMs = Date.now() + phone.reply_after_ms;
    const content = { body: phone.reply_text };
    newInbound(core, account, phone, { type: 'text', content, context: null, callerId: null, dueMs });
    core.scheduler.arm(dueMs);
  }
  core.watchers.notify(account.key, phone.id);
}

/** A message is read on the phone, and the business is notified. Inside `write`. */
export function read(core: Core, account: Account, phone: Phone, message: Message): void {
  if (!phone.online) {
    core.messages.step(message, 2, null);
    return;
  }
  core.messages.step(message, 3, null);
  if (message.type !== 'reaction') enqueueStatus(core, account, phone, message, 'read');
  core.watchers.notify(account.key, phone.id);
}

/** Whether the phone reads messages on receipt. */
export function willRead(phone: Phone): boolean {
  return phone.reads === 'at_once' || (phone.reads === 'when_open' && phone.chat_open);
}

/** When a received message is read, by the machine's clock. */
export function readDueMs(account: Account, phone: Phone): number {
  return Date.now() + phone.read_after_ms + randomDelayMs(account.timing.read_ms);
}

/** Sends the customer's message, or queues it until the phone is online. Inside `write`. */
export function sendInbound(core: Core, account: Account, phone: Phone, message: Message): void {
  if (message.position === null) core.messages.place(message, clockOf(account));
  core.watchers.notify(account.key, phone.id);
  if (!phone.online || phone.blocks_us) {
    core.messages.step(message, 0, null);
    return;
  }
  core.messages.step(message, 1, null);
  phone.last_inbound_ms = clockOf(account);
  if (message.type === 'interactive') noteReply(phone, JSON.parse(message.content));
  core.phones.save(phone);
  core.rates.noteInbound(account);
  // The business receives no messages of a contact it blocked.
  if (account.number.blocked.includes(phone.id)) return;
  enqueueInbound(core, account, phone, message);
  const answers = phone.agent_holds && message.type !== 'system' && message.type !== 'reaction';
  if (answers && phone.agent_text !== null) agentSays(core, account, phone, phone.agent_text);
}
