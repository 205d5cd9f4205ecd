import { endCall, findCall, takeCall } from '../engine/calls.ts';
import type { Reply } from '../http/exchange.ts';
import { type GraphCall, readParameters } from './call.ts';
import { checkProduct } from './check-send.ts';
import { GraphError } from './errors.ts';
import { checkRecipientShape } from './recipient.ts';
import { requireNumber } from './require.ts';
import { objectAt, requiredTextAt, textAt, wordAt } from './shape.ts';

const mostSdp = 100_000;

/**
 * `POST /{phone_number_id}/calls`: the business takes, rejects or ends a call of a customer. To call a customer it lacks
 * the permission.
 * @throws GraphError 138006 no permission to call, 100 no such call, or not in that state
 */
export async function manageCalls(call: GraphCall): Promise<Reply> {
  requireNumber(call);
  const { core, account } = call;
  const body = await readParameters(call);
  checkProduct(body);
  const action = wordAt(body, 'action', 'action', ['connect', 'pre_accept', 'accept', 'reject', 'terminate']);
  textAt(body, 'biz_opaque_callback_data', 'biz_opaque_callback_data', { max: 512, optional: true });
  if (action === 'connect') {
    checkRecipientShape(body);
    throw new GraphError(138006, 'The customer has not permitted calls of this business');
  }
  const found = findCall(core, account, requiredTextAt(body, 'call_id', 'call_id', 255));
  if (found === null) throw new GraphError(100, 'call_id is no call of this number');
  if (action === 'pre_accept' || action === 'accept') {
    const session = objectAt(body, 'session', 'session');
    wordAt(session, 'sdp_type', 'session.sdp_type', ['answer']);
    const sdp = requiredTextAt(session, 'sdp', 'session.sdp', mostSdp);
    if (found.state !== 'ringing') throw new GraphError(100, 'The call does not ring');
    try {
      await takeCall(account, found, sdp, action === 'accept');
    } catch {
      throw new GraphError(100, 'session.sdp: SDP Validation error');
    }
  } else {
    if (found.state !== (action === 'reject' ? 'ringing' : 'connected'))
      throw new GraphError(100, 'The call has ended');
    endCall(core, account, found);
  }
  return { status: 200, json: { messaging_product: 'whatsapp', success: true } };
}
