/** What WhatsApp delivers of a conversation that Meta's agent may hold. */

import { metadata, postAccountUpdate } from './webhooks.ts';
import { freshWamid, nowS, type World } from './world.ts';

type At = { id?: string; atS?: number };

/** A customer's message while another sender of the number answers. */
export async function writesToAgent(world: World, from: string, body: string, { id, atS }: At = {}): Promise<string> {
  const message = { from, id: id ?? freshWamid(), timestamp: String(atS ?? nowS()), type: 'text', text: { body } };
  const contacts = [{ profile: { name: 'Amara Okafor' }, wa_id: from }];
  const standby = { contacts, messages: [message] };
  await postAccountUpdate(world, 'standby', { messaging_product: 'whatsapp', metadata, standby });
  return message.id;
}

/** What the agent sends, in the shape of a send call. @returns its id */
export async function agentSends(world: World, to: string, content: object, { id, atS }: At = {}): Promise<string> {
  const { template, ...message } = content as { template?: object };
  const echo = { id: id ?? freshWamid(), timestamp: String(atS ?? nowS()), message: { to, ...message } };
  const standby = { message_echoes: [template === undefined ? echo : { ...echo, template }] };
  await postAccountUpdate(world, 'standby', { messaging_product: 'whatsapp', metadata, standby });
  return echo.id;
}

/** `to`: who holds the conversation from now on. */
export function handsOver(world: World, phone: string, to: 'us' | 'ai_agent' | 'other', atS = nowS(), note?: string) {
  const type = to === 'other' ? 'control_taken' : 'control_passed';
  const roles = {
    us: { previous_owner_role: 'ai_agent', new_owner_role: 'escalation' },
    ai_agent: { previous_owner_role: 'customer_service', new_owner_role: 'ai_agent' },
    other: { previous_owner_role: 'customer_service', new_owner_role: 'escalation' },
  };
  return postAccountUpdate(world, 'messaging_handovers', {
    messaging_product: 'whatsapp',
    recipient: metadata,
    sender: { phone_number: phone },
    timestamp: String(atS),
    type,
    [type]: { ...roles[to], ...(note === undefined ? {} : { metadata: note }) },
  });
}
