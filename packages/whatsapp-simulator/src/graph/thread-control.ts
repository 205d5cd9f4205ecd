import type { Reply } from '../http/exchange.ts';
import { type GraphCall, readParameters } from './call.ts';
import { checkProduct } from './check-send.ts';
import { GraphError } from './errors.ts';
import { checkRecipientShape, findRecipient } from './recipient.ts';
import { requireNumber } from './require.ts';
import { objectAt, textAt, wordAt } from './shape.ts';

/**
 * `POST /{phone_number_id}/thread_control`: the business takes a conversation from Meta's agent, or gives it back.
 * Giving it back tells nobody.
 * @throws GraphError 2494191 when the business may not take, 100 when it gives away what it does not hold
 */
export async function controlThread(call: GraphCall): Promise<Reply> {
  requireNumber(call);
  const { core, account } = call;
  const body = await readParameters(call);
  checkProduct(body);
  const action = wordAt(body, 'action', 'action', ['take', 'release', 'pass']);
  textAt(body, 'metadata', 'metadata', { max: 2000, optional: true });
  if (action === 'pass' && body.control_pass !== undefined) {
    wordAt(objectAt(body, 'control_pass', 'control_pass'), 'target_role', 'control_pass.target_role', ['ai_agent']);
  }
  const { phone } = findRecipient(account, core.phones, checkRecipientShape(body));
  if (phone === null) throw new GraphError(100, 'There is no conversation with this person');
  if (action === 'take' && account.faults.not_escalation_partner) {
    throw new GraphError(2494191, 'Only the escalation partner of this number may take a conversation');
  }
  if (action !== 'take' && phone.agent_holds) throw new GraphError(100, 'This app does not hold the conversation');
  core.database.write(() => {
    phone.agent_holds = action !== 'take';
    core.phones.save(phone);
    core.watchers.notify(account.key, phone.id);
  });
  return { status: 200, json: { messaging_product: 'whatsapp' } };
}
