import { agentSays } from '../engine/agent.ts';
import type { Reply } from '../http/exchange.ts';
import { type ControlCall, ControlFault, customerOf, invalid, readObject } from './call.ts';
import { readFields, text } from './fields.ts';
import { presentMessage } from './messages.ts';

/**
 * `POST …/phones/{id}/agent {text}`: Meta's agent writes to the customer.
 * @throws ControlFault 409 the business holds the conversation
 */
export async function sayAsAgent(call: ControlCall): Promise<Reply> {
  const { core, account, exchange } = call;
  const given = readFields<{ text: string }>(await readObject(exchange), { text: text(4096) });
  if (given.text === undefined) throw invalid('text is required');
  const phone = customerOf(call);
  if (!phone.agent_holds) throw new ControlFault(409, 'not_held', 'The agent does not hold this conversation');
  const { text: body } = given;
  return { status: 201, json: presentMessage(core.database.write(() => agentSays(core, account, phone, body))) };
}
