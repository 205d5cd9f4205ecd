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
import type { CallOffer, InboundMessage, MalformedReason, Sender } from './webhook-events.ts';

/** More is no description of one audio line. */
const MAX_SDP = 20_000;

/** Whether the customer began the call: the business's own are followed by their statuses. */
const isTheirs = (element: JsonObject) => readName(element, 'direction', 255)?.toUpperCase() === 'USER_INITIATED';
const eventOf = (element: JsonObject) => readName(element, 'event', 255)?.toLowerCase();

/**
 * The beginning of a call of a customer, with the description of their side.
 * @param value the whole change, which names the caller
 * @returns null for what is no such beginning
 */
export function readCallOffer(element: JsonObject, value: JsonObject): CallOffer | MalformedReason | null {
  if (eventOf(element) !== 'connect' || !isTheirs(element)) return null;
  const session = readObject(element, 'session');
  const sdp = session?.['sdp'];
  if (typeof sdp !== 'string' || sdp === '' || sdp.length > MAX_SDP) return null;
  const named = readNames(element, value);
  if (typeof named === 'string') return named;
  return { ...named, timestampMs: readTimeMs(element, 'timestamp'), sdp };
}

/**
 * A call of a customer that ended, as a message of theirs. Meta tells its beginning (`connect`) and its end
 * (`terminate`); only the end says what became of it, with a duration when somebody took it.
 * @param value the whole change, which names the caller
 * @returns null for what is no end of a customer's call
 */
export function readEndedCall(element: JsonObject, value: JsonObject): InboundMessage | MalformedReason | null {
  if (eventOf(element) !== 'terminate' || !isTheirs(element)) return null;
  const named = readNames(element, value);
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
    content: taken ? { outcome: 'answered', seconds } : { outcome: 'missed' },
  };
}

function readNames(element: JsonObject, value: JsonObject): { providerId: string; from: Sender } | MalformedReason {
  const providerId = readId(element, 'id');
  if (providerId === null) return 'id_missing';
  const named = {
    phone: readPhone(element, 'from'),
    userId: readUserId(element, 'from_user_id') ?? readUserId(element, 'from'),
    parentUserId: readUserId(element, 'from_parent_user_id'),
  };
  if (named.phone === null && named.userId === null) return 'sender_missing';
  return { providerId, from: completeIdentity(named, readList(value, 'contacts')) };
}
