import { whyNoCall } from '../engine/call-hours.ts';
import { answerOwnCall, endCall, isBusy, lastCallOf, placeCall, presentCall } from '../engine/calls.ts';
import type { Reply } from '../http/exchange.ts';
import { clockOf } from '../storage/accounts.ts';
import { type ControlCall, ControlFault, customerOf, phoneOf } from './call.ts';

/** `GET …/phones/{id}/calls`: its present or last call. */
export function getCall(call: ControlCall): Reply {
  const { core, account } = call;
  const found = lastCallOf(core, account, phoneOf(call).id);
  return { status: 200, json: { call: found && presentCall(found) } };
}

/** `POST …/phones/{id}/calls`: the customer calls. @throws ControlFault 409 it is offline, a call goes on, or the number takes none */
export async function startCall(call: ControlCall): Promise<Reply> {
  const { core, account } = call;
  const phone = customerOf(call);
  if (!phone.online || phone.blocks_us) throw new ControlFault(409, 'phone_offline', 'The phone is offline');
  if (account.number.blocked.includes(phone.id))
    throw new ControlFault(409, 'blocked', 'The business blocked this phone');
  const why = whyNoCall(account.number.calling, clockOf(account));
  if (why !== null) throw new ControlFault(409, 'calling_off', why);
  const before = lastCallOf(core, account, phone.id);
  if (before !== null && before.state !== 'ended') throw new ControlFault(409, 'taken', 'A call goes on');
  if (isBusy(core, account)) throw new ControlFault(409, 'taken', 'Too many calls go on');
  return { status: 201, json: { call: presentCall(await placeCall(core, account, phone)) } };
}

/** `PUT …/phones/{id}/calls`: the customer takes the call of the business. @throws ControlFault 409 none rings */
export async function answerCall(call: ControlCall): Promise<Reply> {
  const { core, account } = call;
  const phone = phoneOf(call);
  const found = lastCallOf(core, account, phone.id);
  if (found === null || found.ours === null || found.state === 'ended') {
    throw new ControlFault(409, 'no_call', 'No call of the business rings');
  }
  try {
    await answerOwnCall(core, account, phone, found);
  } catch {
    throw new ControlFault(409, 'no_call', 'The business described no connection');
  }
  return { status: 200, json: { call: presentCall(found) } };
}

/** `DELETE …/phones/{id}/calls`: the customer declines or hangs up. */
export function hangUp(call: ControlCall): Reply {
  const { core, account } = call;
  const found = lastCallOf(core, account, phoneOf(call).id);
  if (found !== null) endCall(core, account, found, 'customer');
  return { status: 200, json: { call: found && presentCall(found) } };
}
