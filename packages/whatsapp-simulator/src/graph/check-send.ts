import { templatesOf } from '../engine/templates.ts';
import type { Account } from '../storage/accounts.ts';
import type { PhoneStore } from '../storage/phones.ts';
import { checkContent, sendTypes } from './check-content.ts';
import type { HasMedia } from './check-media-source.ts';
import { type CheckedTemplate, checkTemplate, checkTemplateShape } from './check-template.ts';
import { GraphError } from './errors.ts';
import { checkRecipientShape, findRecipient, type Recipient } from './recipient.ts';
import { type JsonObject, objectAt, onlyKeys, requiredTextAt, textAt, wordAt, wrong } from './shape.ts';

/** A valid send. */
export interface CheckedSend {
  type: string;
  content: unknown;
  recipient: Recipient;
  context: string | null;
  opaque: string | null;
  /** The identity key that the business expects; null: any. */
  identityKey: string | null;
  template: CheckedTemplate | null;
}

const commonKeys = [
  ...['messaging_product', 'recipient_type', 'to', 'recipient', 'type', 'context', 'biz_opaque_callback_data'],
  ...['recipient_identity_key_hash', 'product_policy', 'message_activity_sharing'],
];

/**
 * Checks the body of `POST /{phone_number_id}/messages` in the suggested order: form of the body (100, 131008, 131009,
 * 131051), recipient (131021, 131030), template (132001), its values (132000, 132005, 132012, 132018).
 * @throws GraphError the first that applies
 */
export function checkSend(body: JsonObject, account: Account, phones: PhoneStore, hasMedia: HasMedia): CheckedSend {
  const type = checkFrame(body);
  const inGroup = body.recipient_type === 'group';
  const shape = inGroup ? null : checkRecipientShape(body);
  const content = type === 'template' ? checkTemplateShape(body) : checkContent(type, body, hasMedia);
  const context = checkContext(body, type);
  const opaque =
    textAt(body, 'biz_opaque_callback_data', 'biz_opaque_callback_data', { max: 512, optional: true }) ?? null;
  const identityKey =
    textAt(body, 'recipient_identity_key_hash', 'recipient_identity_key_hash', { max: 255, optional: true }) ?? null;
  const recipient = shape === null ? findGroup(body, account, phones, type) : findRecipient(account, phones, shape);
  const template = type === 'template' ? checkTemplate(templatesOf(account), content as JsonObject, hasMedia) : null;
  return { type, content, recipient, context, opaque, identityKey, template };
}

/** @throws GraphError 131008 or 131009 unless the body names WhatsApp */
export function checkProduct(body: JsonObject): void {
  wordAt(body, 'messaging_product', 'messaging_product', ['whatsapp']);
}

function checkFrame(body: JsonObject): string {
  checkProduct(body);
  // The platform treats a body without a type as a text.
  const type = body.type === undefined ? 'text' : requiredTextAt(body, 'type', 'type', 64).toLowerCase();
  if (!sendTypes.includes(type)) throw new GraphError(131051, `type ${type} is not supported`);
  onlyKeys(body, 'body', [...commonKeys, type]);
  if (body.recipient_type !== undefined) wordAt(body, 'recipient_type', 'recipient_type', ['individual', 'group']);
  return type;
}

/** The platform takes texts, media and plain templates in groups. */
const groupTypes = ['text', 'image', 'video', 'audio', 'document', 'sticker', 'template'];

/** @throws GraphError 131009 no group of this number, 131051 a type that groups do not take */
function findGroup(body: JsonObject, account: Account, phones: PhoneStore, type: string): Recipient {
  const input = requiredTextAt(body, 'to', 'to', 255);
  const phone = phones.find(account.key, input);
  if (phone === null || phone.members === null) throw wrong('to', 'is not a group of this number');
  if (!groupTypes.includes(type)) throw new GraphError(131051, `type ${type} is not supported in groups`);
  return { input, waId: input, phone, userId: null };
}

function checkContext(body: JsonObject, type: string): string | null {
  if (body.context === undefined) return null;
  if (type === 'reaction') throw wrong('context', 'is not allowed in a reaction');
  return requiredTextAt(objectAt(body, 'context', 'context'), 'message_id', 'context.message_id', 255);
}
