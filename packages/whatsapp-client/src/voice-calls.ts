import type { Customer } from './build-message.ts';
import { type CallOutcome, toCallOutcome } from './call-outcome.ts';
import { isObject, type JsonObject, readId, readList, readName, readObject, readTimeMs } from './fields.ts';
import { type CallBasics, type Caller, segment } from './graph-call.ts';
import { queryOf, readSuccess } from './read-page.ts';

type OfNumber = CallBasics & { phoneNumberId: string };
type OfCall = OfNumber & { callId: string };

/** Whether WhatsApp lets the business call a customer now, and ask them to allow it. Times in milliseconds since 1970. */
export type CallPermission = {
  granted: boolean;
  /** Null without an end, or without a permission. */
  expiresMs: number | null;
  mayCall: boolean;
  mayAsk: boolean;
  /** When a limit that is reached ends. */
  callAgainMs: number | null;
  askAgainMs: number | null;
};

/** `sdp` describes our side of a call (RFC 8866). */
export type VoiceCalls = {
  /** Prepares the connection of a customer's call while it still rings, so that nothing of the beginning is lost. */
  preAcceptCall(request: OfCall & { sdp: string }): Promise<CallOutcome<true>>;
  /** Takes it, with the same description. */
  acceptCall(request: OfCall & { sdp: string }): Promise<CallOutcome<true>>;
  rejectCall(request: OfCall): Promise<CallOutcome<true>>;
  /** Ends a call that was taken, or our own before or after the customer takes it. */
  terminateCall(request: OfCall): Promise<CallOutcome<true>>;
  /**
   * Calls a customer. With `answer_lost` it may ring: never repeat it, the webhooks name `opaque`.
   * @param opaque our id of the call
   */
  startCall(request: OfNumber & { to: Customer; sdp: string; opaque: string }): Promise<CallOutcome<{ id: string }>>;
  getCallPermission(request: OfNumber & { phone: string }): Promise<CallOutcome<CallPermission>>;
};

export function createVoiceCalls(call: Caller): VoiceCalls {
  const post = ({ phoneNumberId, ...basics }: OfNumber, body: object) =>
    call({
      ...basics,
      method: 'POST',
      path: `${segment(phoneNumberId)}/calls`,
      body: { messaging_product: 'whatsapp', ...body },
    });
  const act = async (action: string, { callId, sdp, ...number }: OfCall & { sdp?: string }) => {
    const session = sdp === undefined ? {} : { session: { sdp_type: 'answer', sdp } };
    return toCallOutcome(await post(number, { call_id: callId, action, ...session }), readSuccess);
  };
  return {
    preAcceptCall: (request) => act('pre_accept', request),
    acceptCall: (request) => act('accept', request),
    rejectCall: (request) => act('reject', request),
    terminateCall: (request) => act('terminate', request),
    async startCall({ to, sdp, opaque, ...number }) {
      const session = { sdp_type: 'offer', sdp };
      const address = 'phone' in to ? { to: to.phone } : { recipient: to.userId };
      const body = { ...address, action: 'connect', session, biz_opaque_callback_data: opaque };
      return toCallOutcome(await post(number, body), readStarted);
    },
    async getCallPermission({ phoneNumberId, phone, ...basics }) {
      const path = `${segment(phoneNumberId)}/call_permissions${queryOf({ user_wa_id: phone })}`;
      return toCallOutcome(await call({ ...basics, method: 'GET', path }), readPermission);
    },
  };
}

function readStarted(body: JsonObject): { id: string } | null {
  const [started] = readList(body, 'calls');
  const id = isObject(started) ? readId(started, 'id') : null;
  return id === null ? null : { id };
}

/** Documented are `granted` in the API's description and `temporary` and `permanent` in its guide. */
const granting = new Set(['granted', 'temporary', 'permanent']);

function readPermission(body: JsonObject): CallPermission | null {
  const permission = readObject(body, 'permission');
  if (permission === null) return null;
  const actions = readList(body, 'actions').filter(isObject);
  const action = (name: string) => actions.find((each) => readName(each, 'action_name', 255) === name) ?? {};
  const can = (name: string) => action(name).can_perform_action === true;
  const limitEnds = (name: string) =>
    readList(action(name), 'limits')
      .filter(isObject)
      .map((limit) => readTimeMs(limit, 'limit_expiration_time'))
      .reduce((latest, at) => (at === null || (latest !== null && latest > at) ? latest : at), null);
  const granted = granting.has(readName(permission, 'status', 255)?.toLowerCase() ?? '');
  return {
    granted,
    expiresMs: granted ? readTimeMs(permission, 'expiration_time') : null,
    mayCall: can('start_call'),
    mayAsk: can('send_call_permission_request'),
    callAgainMs: limitEnds('start_call'),
    askAgainMs: limitEnds('send_call_permission_request'),
  };
}
