import { askUsage, mayCall } from '../engine/call-permissions.ts';
import { endCall, findCall, isBusy, lastCallOf, placeOwnCall, takeCall } from '../engine/calls.ts';
import type { Reply } from '../http/exchange.ts';
import { type GraphCall, readParameters } from './call.ts';
import { checkProduct } from './check-send.ts';
import { GraphError } from './errors.ts';
import { takeDrop } from './messages.ts';
import { checkRecipientShape, findRecipient } from './recipient.ts';
import { requireNumber } from './require.ts';
import { type JsonObject, missing, objectAt, requiredTextAt, textAt, wordAt } from './shape.ts';

const mostSdp = 100_000;

/**
 * `POST /{phone_number_id}/calls`: the business calls a customer, or takes, rejects or ends a call.
 * @throws GraphError 138000 calling is off, 138006 no permission to call, 138003 a call goes on, 138002 too many do, 100 no such call, or not in
 *   that state
 */
export async function manageCalls(call: GraphCall): Promise<Reply> {
  requireNumber(call);
  const { core, account } = call;
  const body = await readParameters(call);
  checkProduct(body);
  const action = wordAt(body, 'action', 'action', ['connect', 'pre_accept', 'accept', 'reject', 'terminate']);
  const opaque =
    textAt(body, 'biz_opaque_callback_data', 'biz_opaque_callback_data', { max: 512, optional: true }) ?? null;
  if (action === 'connect') return connect(call, body, opaque);
  const found = findCall(core, account, requiredTextAt(body, 'call_id', 'call_id', 255));
  if (found === null) throw new GraphError(100, 'call_id is no call of this number');
  if (action === 'pre_accept' || action === 'accept') {
    const session = objectAt(body, 'session', 'session');
    wordAt(session, 'sdp_type', 'session.sdp_type', ['answer']);
    const sdp = requiredTextAt(session, 'sdp', 'session.sdp', mostSdp);
    if (found.state !== 'ringing' || found.ours !== null) throw new GraphError(100, 'The call does not ring');
    try {
      await takeCall(account, found, sdp, action === 'accept');
    } catch {
      throw new GraphError(100, 'session.sdp: SDP Validation error');
    }
  } else {
    const rings = found.state === 'ringing' && (action === 'reject') === (found.ours === null);
    const talks = found.state === 'connected' && action === 'terminate';
    if (!rings && !talks) throw new GraphError(100, 'The call has ended');
    endCall(core, account, found);
  }
  return { status: 200, json: { messaging_product: 'whatsapp', success: true } };
}

/** The business calls: the number is told at once, the customer's side of the connection when they take it. */
async function connect({ core, account }: GraphCall, body: JsonObject, opaque: string | null): Promise<Reply> {
  if (account.number.calling.status === 'DISABLED') {
    throw new GraphError(138000, 'Calling is not enabled for this phone number');
  }
  const { phone } = findRecipient(account, core.phones, checkRecipientShape(body));
  if (phone === null || !mayCall(account, phone)) {
    throw new GraphError(138006, 'The customer has not permitted calls of this business');
  }
  const session = objectAt(body, 'session', 'session');
  wordAt(session, 'sdp_type', 'session.sdp_type', ['offer']);
  const sdp = requiredTextAt(session, 'sdp', 'session.sdp', mostSdp);
  if (!sdp.startsWith('v=0')) throw new GraphError(100, 'session.sdp: SDP Validation error');
  if (!phone.on_whatsapp) throw new GraphError(138001, 'The customer cannot be called');
  const before = lastCallOf(core, account, phone.id);
  if (before !== null && before.state !== 'ended') throw new GraphError(138003, 'A call with them goes on');
  if (isBusy(core, account)) throw new GraphError(138002, 'Too many calls go on');
  const { id } = placeOwnCall(core, account, phone, sdp, opaque);
  const drops = takeDrop(core, account);
  await core.database.committed();
  return drops ? { drop: true } : { status: 200, json: { messaging_product: 'whatsapp', calls: [{ id }] } };
}

/** `GET /{phone_number_id}/call_permissions?user_wa_id=`. @throws GraphError 131008 without a customer */
export function readCallPermission(call: GraphCall): Reply {
  requireNumber(call);
  const { core, account } = call;
  const waId = call.exchange.url.searchParams.get('user_wa_id');
  if (waId === null || waId === '') throw missing('user_wa_id');
  const { phone } = findRecipient(account, core.phones, checkRecipientShape({ to: waId }));
  const allowed = phone !== null && mayCall(account, phone);
  const untilMs = phone?.calling.until_ms ?? null;
  const status = allowed ? (untilMs === null ? 'permanent' : 'temporary') : 'no_permission';
  const limits = phone === null ? [] : askUsage(account, phone);
  const mayAsk =
    status !== 'permanent' && limits.every(({ current_usage, max_allowed }) => current_usage < max_allowed);
  const permission = {
    status,
    ...(status === 'temporary' ? { expiration_time: Math.floor((untilMs ?? 0) / 1000) } : {}),
  };
  const actions = [
    { action_name: 'send_call_permission_request', can_perform_action: mayAsk, limits },
    { action_name: 'start_call', can_perform_action: allowed, limits: [] },
  ];
  return { status: 200, json: { messaging_product: 'whatsapp', permission, actions } };
}
