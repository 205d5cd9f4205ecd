import { messageId } from '../graph/ids.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { Message } from '../storage/messages.ts';
import type { Phone } from '../storage/phones.ts';
import type { Core } from './core.ts';
import { enqueue, enqueueField } from './updates.ts';
import { customerOf } from './write-message.ts';

/** Whether Meta's agent sent it: the business never named its recipient. */
export function isAgents(message: Pick<Message, 'inbound' | 'addressed_to'>): boolean {
  return message.inbound === 0 && message.addressed_to === null;
}

/** Meta's agent writes to a customer; the business sees it as an echo. Inside `write`. */
export function agentSays(core: Core, account: Account, phone: Phone, body: string): Message {
  const dueMs = core.scheduler.sendDueMs(account, phone.id);
  const text = { body };
  const message = core.messages.insert({
    account: account.key,
    phone: phone.id,
    inbound: 0,
    wamid: messageId(customerOf(phone), false),
    caller_id: null,
    type: 'text',
    content: JSON.stringify(text),
    context: null,
    display: null,
    addressed_to: null,
    opaque: null,
    category: 'service',
    fate: null,
    fate_details: null,
    status: 0,
    at_ms: clockOf(account),
    due_ms: dueMs,
  });
  const to = phone.hides_number ? { recipient: phone.user_id } : { to: phone.id };
  const element = {
    id: message.wamid,
    timestamp: String(Math.floor(message.at_ms / 1000)),
    message: { messaging_product: 'whatsapp', recipient_type: 'individual', ...to, type: 'text', text },
  };
  enqueue(core, account, { field: 'standby', kind: 'message_echoes', element, contact: null, message: null });
  core.scheduler.arm(dueMs);
  return message;
}

/** The agent holds the conversation from now on, or gives it to the business, which is told. Inside `write`. */
export function setHolder(core: Core, account: Account, phone: Phone, agentHolds: boolean, note?: string): void {
  if (phone.agent_holds === agentHolds) return;
  phone.agent_holds = agentHolds;
  core.phones.save(phone);
  if (agentHolds) return;
  const { display_phone_number, phone_number_id } = account;
  enqueueField(core, account, 'messaging_handovers', {
    messaging_product: 'whatsapp',
    recipient: { display_phone_number, phone_number_id },
    sender: phone.hides_number ? { user_id: phone.user_id } : { phone_number: phone.id, user_id: phone.user_id },
    timestamp: String(Math.floor(clockOf(account) / 1000)),
    type: 'control_passed',
    control_passed: {
      previous_owner_app_role: 'meta_business_agent',
      previous_owner_role: 'ai_agent',
      new_owner_role: 'escalation',
      ...(note === undefined ? {} : { metadata: note }),
    },
  });
}
