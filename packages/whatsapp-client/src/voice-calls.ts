import { type CallOutcome, toCallOutcome } from './call-outcome.ts';
import { type CallBasics, type Caller, segment } from './graph-call.ts';
import { readSuccess } from './read-page.ts';

type OfCall = CallBasics & { phoneNumberId: string; callId: string };

/** A customer's call, from its `connect` on. `sdp` describes our side of it (RFC 8866). */
export type VoiceCalls = {
  /** Prepares the connection while it still rings, so that nothing of the beginning is lost. */
  preAcceptCall(request: OfCall & { sdp: string }): Promise<CallOutcome<true>>;
  /** Takes it, with the same description. */
  acceptCall(request: OfCall & { sdp: string }): Promise<CallOutcome<true>>;
  rejectCall(request: OfCall): Promise<CallOutcome<true>>;
  /** Ends it after it was taken. */
  terminateCall(request: OfCall): Promise<CallOutcome<true>>;
};

export function createVoiceCalls(call: Caller): VoiceCalls {
  const act = async (action: string, { phoneNumberId, callId, sdp, ...basics }: OfCall & { sdp?: string }) => {
    const session = sdp === undefined ? {} : { session: { sdp_type: 'answer', sdp } };
    const body = { messaging_product: 'whatsapp', call_id: callId, action, ...session };
    const path = `${segment(phoneNumberId)}/calls`;
    return toCallOutcome(await call({ ...basics, method: 'POST', path, body }), readSuccess);
  };
  return {
    preAcceptCall: (request) => act('pre_accept', request),
    acceptCall: (request) => act('accept', request),
    rejectCall: (request) => act('reject', request),
    terminateCall: (request) => act('terminate', request),
  };
}
