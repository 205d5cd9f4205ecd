import {
  type JsonObject,
  readId,
  readList,
  readName,
  readNumber,
  readObject,
  readPhone,
  readTimeMs,
  readUserId,
} from './fields.ts';
import { completeIdentity } from './parse-sender.ts';
import type { CallOffer, CallProgress, InboundMessage, MalformedReason, Sender } from './webhook-events.ts';

/** More is no description of one audio line. */
const MAX_SDP = 20_000;

const directionOf = (element: JsonObject) => readName(element, 'direction', 255)?.toUpperCase();
const isTheirs = (element: JsonObject) => directionOf(element) === 'USER_INITIATED';
const isOurs = (element: JsonObject) => directionOf(element) === 'BUSINESS_INITIATED';
const eventOf = (element: JsonObject) => readName(element, 'event', 255)?.toLowerCase();

/**
 * The beginning of a call of a customer, with the description of their side.
 * @param value the whole change, which names the caller
 * @returns null for what is no such beginning
 */
export function readCallOffer(element: JsonObject, value: JsonObject): CallOffer | MalformedReason | null {
  if (eventOf(element) !== 'connect' || !isTheirs(element)) return null;
  const sdp = readSdp(element);
  if (sdp === null) return null;
  const named = readNames(element, value, 'from');
  if (typeof named === 'string') return named;
  const { providerId, from } = named;
  return { providerId, from, timestampMs: readTimeMs(element, 'timestamp'), sdp };
}

function readSdp(element: JsonObject): string | null {
  const sdp = readObject(element, 'session')?.['sdp'];
  return typeof sdp === 'string' && sdp !== '' && sdp.length <= MAX_SDP ? sdp : null;
}

const steps = new Map([
  ['RINGING', 'ringing'],
  ['ACCEPTED', 'accepted'],
  ['REJECTED', 'rejected'],
] as const);

/**
 * What becomes of a call of the business before its end: the customer's side of the connection (`connect`), or a status.
 * @param value the whole change
 * @returns null for what is neither
 */
export function readCallProgress(element: JsonObject, value: JsonObject): CallProgress | MalformedReason | null {
  const step = steps.get((readName(element, 'status', 255)?.toUpperCase() ?? '') as 'RINGING');
  const sdp = eventOf(element) === 'connect' && isOurs(element) ? readSdp(element) : null;
  const isStatus = step !== undefined && readName(element, 'type', 255) === 'call';
  if (sdp === null && !isStatus) return null;
  const named = readNames(element, value, sdp === null ? 'recipient' : 'to');
  if (typeof named === 'string') return named;
  return { providerId: named.providerId, to: named.from, opaque: named.opaque, sdp, step: isStatus ? step : null };
}

/**
 * A call that ended, as a message: of the customer, or of the business (`ours`). Meta tells its beginning (`connect`) and
 * its end (`terminate`); only the end says what became of it, with a duration when somebody took it.
 * @param value the whole change, which names the customer
 * @returns null for what is no end of a call
 */
export function readEndedCall(element: JsonObject, value: JsonObject): InboundMessage | MalformedReason | null {
  const ours = isOurs(element);
  if (eventOf(element) !== 'terminate' || !(ours || isTheirs(element))) return null;
  const found = readNames(element, value, ours ? 'to' : 'from');
  if (typeof found === 'string') return found;
  const { opaque, ...named } = found;
  if (typeof named === 'string') return named;
  const timestampMs = readTimeMs(element, 'timestamp');
  const seconds = Math.max(0, Math.round(readNumber(element, 'duration') ?? 0));
  const taken = seconds > 0 || readTimeMs(element, 'start_time') !== null;
  return {
    ...named,
    timestampMs,
    providerType: 'call',
    context: null,
    groupId: null,
    mediaUrl: null,
    errors: [],
    flags: timestampMs === null ? ['timestamp_invalid'] : [],
    type: 'call',
    content: {
      ...(taken ? { outcome: 'answered', seconds } : { outcome: 'missed' }),
      ...(ours ? { ours: { opaque } } : {}),
    },
  };
}

type Names = { providerId: string; from: Sender; opaque: string | null };

/** @param side under which the customer is named */
function readNames(element: JsonObject, value: JsonObject, side: 'from' | 'to' | 'recipient'): Names | MalformedReason {
  const providerId = readId(element, 'id');
  if (providerId === null) return 'id_missing';
  const named = {
    phone: readPhone(element, side === 'recipient' ? 'recipient_id' : side),
    userId: readUserId(element, `${side}_user_id`) ?? readUserId(element, side),
    parentUserId:
      side === 'recipient'
        ? readUserId(element, 'parent_recipient_user_id')
        : readUserId(element, `${side}_parent_user_id`),
  };
  if (named.phone === null && named.userId === null) return 'sender_missing';
  const opaque = readId(element, 'biz_opaque_callback_data');
  return { providerId, from: completeIdentity(named, readList(value, 'contacts')), opaque };
}
