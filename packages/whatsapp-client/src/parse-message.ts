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
import { keep, parseContent } from './parse-content.ts';
import { completeIdentity, readPreviousIdentity, readSoleContact } from './parse-sender.ts';
import { parseErrorList } from './provider-error.ts';
import type { EventFlag, InboundContext, InboundMessage, MalformedReason } from './webhook-events.ts';

/**
 * Reads one element of `messages`. Only a message without a valid id or sender is malformed; everything else can be
 * shown, at worst as unsupported.
 * @param contacts the `contacts` of the same change
 * @param flags findings of cleaning; they become the message's flags
 * @param sole whether it is the only message of its change
 */
export function parseMessage(
  message: JsonObject,
  contacts: readonly unknown[],
  flags: Set<EventFlag>,
  sole = false,
): InboundMessage | MalformedReason {
  const providerId = readId(message, 'id');
  if (providerId === null) return readText(message, 'id') === null ? 'id_missing' : 'id_invalid';

  // `from` is the phone; a user id there is accepted too.
  const named = {
    phone: readPhone(message, 'from'),
    userId: readUserId(message, 'from_user_id') ?? readUserId(message, 'from'),
    parentUserId: readUserId(message, 'from_parent_user_id'),
  };
  const previous = readName(message, 'type', 255) === 'system' ? readPreviousIdentity(message) : null;
  const nameless = named.phone === null && named.userId === null;
  const from =
    previous !== null && (previous.userId !== null || nameless)
      ? completeIdentity({ ...named, phone: previous.phone ?? named.phone, userId: previous.userId }, [])
      : completeIdentity(nameless && sole ? readSoleContact(contacts) : named, contacts, sole);
  if (from.phone === null && from.userId === null) return 'sender_missing';

  const timestampMs = readTimeMs(message, 'timestamp');
  if (timestampMs === null) flags.add('timestamp_invalid');
  const providerType = readName(message, 'type', 255) ?? 'unknown';
  const content = parseContent(message, providerType, flags);

  const parsed: InboundMessage = {
    providerId,
    from,
    timestampMs,
    providerType,
    context: readContext(message, flags),
    groupId: readId(message, 'group_id'),
    mediaUrl: readMediaUrl(message, providerType),
    errors: parseErrorList(readList(message, 'errors')),
    flags: [],
    ...content,
  };
  if (content.type === 'reaction') {
    const { provider_message_id: providerMessageId, emoji } = content.content;
    parsed.reaction = { providerMessageId, emoji };
  }
  const amends = readAmendment(message, providerType, flags);
  if (amends !== null) parsed.amends = amends;
  const referral = readObject(message, 'referral');
  if (referral !== null) parsed.referral = keep(referral, flags);
  parsed.flags = [...flags];
  return parsed;
}

function readContext(message: JsonObject, flags: Set<EventFlag>): InboundContext | null {
  const context = readObject(message, 'context');
  if (context === null) return null;
  const parsed: InboundContext = { providerMessageId: readId(context, 'id') };
  if (context.forwarded === true) parsed.forwarded = true;
  if (context.frequently_forwarded === true) parsed.frequentlyForwarded = true;
  const product = readObject(context, 'referred_product');
  if (product !== null) parsed.referredProduct = keep(product, flags);
  return Object.keys(parsed).length === 1 && parsed.providerMessageId === null ? null : parsed;
}

function readMediaUrl(message: JsonObject, providerType: string): string | null {
  if (!MEDIA_TYPES.has(providerType)) return null;
  const media = readObject(message, providerType);
  return media === null ? null : readName(media, 'url', 4_096);
}

const MEDIA_TYPES: ReadonlySet<string> = new Set(['image', 'video', 'audio', 'document', 'sticker']);

/** Edits and deletions by the customer; the message itself stays unsupported with its full content stored. */
function readAmendment(
  message: JsonObject,
  providerType: string,
  flags: Set<EventFlag>,
): NonNullable<InboundMessage['amends']> | null {
  if (providerType !== 'edit' && providerType !== 'revoke') return null;
  const body = readObject(message, providerType);
  const providerMessageId = body && readId(body, 'original_message_id');
  if (body === null || providerMessageId === null) return null;
  const inner = readObject(body, 'message');
  const replacement = inner && parseContent(inner, readName(inner, 'type', 255) ?? 'unknown', flags);
  return { kind: providerType, providerMessageId, replacement };
}
