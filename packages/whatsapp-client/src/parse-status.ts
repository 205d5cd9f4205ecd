import {
  type JsonObject,
  readId,
  readList,
  readName,
  readObject,
  readPhone,
  readText,
  readTimeMs,
  readUserId,
} from './fields.ts';
import { keep } from './parse-content.ts';
import { completeIdentity } from './parse-sender.ts';
import { parseErrorList } from './provider-error.ts';
import type { EventFlag, KnownStatus, MalformedReason, MessageStatus } from './webhook-events.ts';

const RANKS: Readonly<Record<KnownStatus, 1 | 2 | 3 | 4 | -1>> = {
  sent: 1,
  delivered: 2,
  read: 3,
  played: 4,
  failed: -1,
};

/** `biz_opaque_callback_data` may have 512 characters; a longer one is not an id of ours. */
const MAX_OPAQUE_LENGTH = 512;

/**
 * Reads one element of `statuses`. Malformed only without a valid message id or status.
 * @param contacts the `contacts` of the same change
 */
export function parseStatus(
  status: JsonObject,
  contacts: readonly unknown[],
  flags: Set<EventFlag>,
): MessageStatus | MalformedReason {
  const providerId = readId(status, 'id');
  if (providerId === null) return readText(status, 'id') === null ? 'id_missing' : 'id_invalid';
  const word = readName(status, 'status', 255);
  if (word === null) return 'status_missing';

  const timestampMs = readTimeMs(status, 'timestamp');
  if (timestampMs === null) flags.add('timestamp_invalid');
  const inGroup = status.recipient_type === 'group';
  const recipient = completeIdentity(
    {
      phone: readPhone(status, inGroup ? 'recipient_participant_id' : 'recipient_id'),
      userId: readUserId(status, inGroup ? 'recipient_participant_user_id' : 'recipient_user_id'),
      parentUserId: readUserId(status, 'parent_recipient_user_id'),
    },
    contacts,
  );
  const opaque = readText(status, 'biz_opaque_callback_data');
  const known = isKnownStatus(word);
  return {
    providerId,
    status: known ? word : { unknown: word },
    rank: known ? RANKS[word] : null,
    timestampMs,
    recipient,
    groupId: inGroup ? readId(status, 'recipient_id') : null,
    opaque: opaque !== null && opaque.length <= MAX_OPAQUE_LENGTH ? opaque : null,
    errors: parseErrorList(readList(status, 'errors')),
    pricing: keepObject(status, 'pricing', flags),
    conversation: keepObject(status, 'conversation', flags),
    flags: [...flags],
  };
}

function isKnownStatus(word: string): word is KnownStatus {
  return Object.hasOwn(RANKS, word);
}

function keepObject(parent: JsonObject, key: string, flags: Set<EventFlag>): Record<string, unknown> | null {
  const value = readObject(parent, key);
  return value === null ? null : (keep(value, flags) as Record<string, unknown>);
}
