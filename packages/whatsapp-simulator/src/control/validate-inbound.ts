import { createHash } from 'node:crypto';
import type { Core } from '../engine/core.ts';
import { openMediaWriter } from '../engine/store-media.ts';
import { catalogOf } from '../graph/catalog.ts';
import { isJsonObject, type JsonObject } from '../graph/shape.ts';
import type { Account } from '../storage/accounts.ts';
import type { MediaFile } from '../storage/media.ts';
import { invalid } from './call.ts';
import { text } from './fields.ts';

/** A customer's message, as in the webhook. */
export interface InboundInput {
  callerId: string | null;
  type: string;
  content: unknown;
  context: string | null;
  /** Who of a group writes; null: the phone's owner. */
  as?: string | null;
}

const mediaTypes = ['image', 'video', 'audio', 'document', 'sticker'];
/** Types that may come without a content object. */
const bareTypes = ['call', 'request_welcome', 'unsupported'];

/**
 * Validates the body of a contact's message. Known types need their main fields; any other type is accepted
 * unchanged, because the platform too sends undocumented types.
 * @throws ControlFault 422
 */
export function validateInbound(core: Core, account: Account, body: JsonObject): InboundInput {
  const type = text(64)(body.type, 'type');
  if (!/^[a-z_]+$/.test(type)) throw invalid('type must be lower-case letters and _');
  const stranger = Object.keys(body).find((key) => !['id', 'type', 'context', 'as', type].includes(key));
  if (stranger) throw invalid(`Unknown field ${stranger}`);
  const callerId = body.id === undefined ? null : text(128)(body.id, 'id');
  const as = body.as === undefined ? null : text(40)(body.as, 'as');
  return { callerId, type, content: checkContent(core, account, type, body[type]), context: contextOf(body), as };
}

function contextOf(body: JsonObject): string | null {
  const { context } = body;
  if (context === undefined || context === null) return null;
  if (!isJsonObject(context)) throw invalid('context must be {message_id}');
  return text(255)(context.message_id, 'context.message_id');
}

function checkContent(core: Core, account: Account, type: string, content: unknown): unknown {
  if (content === undefined && bareTypes.includes(type)) return null;
  if (type === 'contacts') {
    if (!Array.isArray(content) || content.length === 0) throw invalid('contacts must be a list');
    return content;
  }
  if (!isJsonObject(content)) throw invalid(`${type} must be an object`);
  if (mediaTypes.includes(type)) return mediaContent(core, account, type, content);
  const required = requiredTexts[type] ?? [];
  for (const key of required) text(4096, 0)(content[key], `${type}.${key}`);
  // The whole catalogue is offered without its id; an order always has one.
  if (type === 'order' && content.catalog_id === undefined) return { catalog_id: catalogOf(account)?.id, ...content };
  if (type === 'edit' && !(isJsonObject(content.message) && typeof content.message.type === 'string')) {
    throw invalid('edit.message must be {type, …}');
  }
  if (type === 'text' && content.body === '') throw invalid('text.body must not be empty');
  const coordinates = [content.latitude, content.longitude];
  if (type === 'location' && !coordinates.every((value) => typeof value === 'number')) {
    throw invalid('location.latitude and location.longitude must be numbers');
  }
  return content;
}

const requiredTexts: Readonly<Record<string, string[]>> = {
  text: ['body'],
  reaction: ['message_id'],
  button: ['text', 'payload'],
  interactive: ['type'],
  system: ['body', 'type'],
  edit: ['original_message_id'],
  revoke: ['original_message_id'],
};

/** `{id}` of an uploaded file, or `{data, mime_type}` with the bytes in base64; caption, filename, voice, animated pass. */
function mediaContent(core: Core, account: Account, type: string, content: JsonObject): unknown {
  const { id, data, mime_type, ...rest } = content;
  const file =
    id === undefined ? storeInline(core, account, data, mime_type) : core.media.find(account.key, String(id));
  if (!file) throw invalid(`${type}.id is not the id of an uploaded file`);
  const sha256 = Buffer.from(file.sha256, 'hex').toString('base64');
  return { ...rest, mime_type: file.mime_type, sha256, id: file.id };
}

function storeInline(core: Core, account: Account, data: unknown, mimeType: unknown): MediaFile {
  const bytes = Buffer.from(text(3_000_000)(data, 'data'), 'base64');
  const type = text(200)(mimeType, 'mime_type');
  // The same bytes are the same file, so that a repeated call is recognized.
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const known = core.media.findByHash(account.key, sha256, type);
  if (known) return known;
  const writer = openMediaWriter(core, account);
  writer.add(bytes);
  return writer.finish(type, null);
}
