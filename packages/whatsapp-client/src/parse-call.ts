import {
  type JsonObject,
  readId,
  readList,
  readName,
  readNumber,
  readPhone,
  readTimeMs,
  readUserId,
} from './fields.ts';
import { completeIdentity } from './parse-sender.ts';
import type { InboundMessage, MalformedReason } from './webhook-events.ts';

/**
 * A call of a customer that ended without being taken, as a message of theirs. Meta tells its beginning (`connect`) and
 * its end (`terminate`); only the end says what became of it, with a duration when somebody took it.
 * @param value the whole change, which names the caller
 * @returns null for what is no missed call: a beginning, a call that was taken, or one of the business
 */
export function readMissedCall(element: JsonObject, value: JsonObject): InboundMessage | MalformedReason | null {
  if (readName(element, 'event', 255)?.toLowerCase() !== 'terminate') return null;
  if (readName(element, 'direction', 255)?.toUpperCase() !== 'USER_INITIATED') return null;
  if ((readNumber(element, 'duration') ?? 0) > 0 || readTimeMs(element, 'start_time') !== null) return null;
  const providerId = readId(element, 'id');
  if (providerId === null) return 'id_missing';
  const named = {
    phone: readPhone(element, 'from'),
    userId: readUserId(element, 'from_user_id') ?? readUserId(element, 'from'),
    parentUserId: readUserId(element, 'from_parent_user_id'),
  };
  if (named.phone === null && named.userId === null) return 'sender_missing';
  const timestampMs = readTimeMs(element, 'timestamp');
  return {
    providerId,
    from: completeIdentity(named, readList(value, 'contacts')),
    timestampMs,
    providerType: 'call',
    context: null,
    groupId: null,
    mediaUrl: null,
    errors: [],
    flags: timestampMs === null ? ['timestamp_invalid'] : [],
    type: 'call',
    content: { outcome: 'missed' },
  };
}
