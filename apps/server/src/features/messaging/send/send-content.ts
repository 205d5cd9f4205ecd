import type { MediaKind, SendMessageBody } from '@parley/contract/types';
import { validateContent } from '@parley/whatsapp-client';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { contentForSending, type HeaderFile, headerFileForSending } from '../../media/public.ts';
import { templateForSending } from '../../templates/public.ts';

const contentNames = [
  ...(['text', 'image', 'video', 'audio', 'document', 'sticker', 'template', 'reaction'] as const),
  ...(['location', 'contacts', 'interactive'] as const),
];
/** Content in WhatsApp's own shape, checked against its limits. */
const structuredTypes = ['location', 'contacts', 'interactive'] as const;
type Structured = NonNullable<SendMessageBody[(typeof structuredTypes)[number]]>;
type Part =
  | NonNullable<
      SendMessageBody['text'] | SendMessageBody['document'] | SendMessageBody['audio'] | SendMessageBody['template']
    >
  | Structured;

/** The content of a send request. @throws AppError when it is missing, or content of another type is present */
export function partOf(body: SendMessageBody): Part {
  const other = contentNames.find((name) => name !== body.type && body[name] !== undefined);
  if (other !== undefined) throw invalid(other, `This does not go with a message of the type ${body.type}.`);
  const part = body[body.type];
  if (part === undefined) throw invalid(body.type, 'This field is required.');
  return part as Part;
}

/** The content to store, and whether it is marketing, which contacts may have opted out of. */
export type Content = { content: Record<string, unknown>; marketing: boolean };

/**
 * @throws AppError validation_failed for a missing file or one of another kind, and for a template that cannot be
 * sent on the channel or whose values do not fit
 */
export async function contentOf(
  platform: Platform,
  clientId: string,
  { type, channel_id }: SendMessageBody,
  part: Part,
): Promise<Content> {
  const { withTenant } = platform.db;
  const structured = structuredTypes.find((name) => name === type);
  if (structured !== undefined) {
    const { content, file, cards } = structuredContent(structured, part as Structured);
    if (file === null && cards.length === 0) return { content, marketing: false };
    const stored = await withTenant(clientId, async (tx) =>
      file === null ? cardFilesForSending(tx, cards) : headerFileForSending(tx, file, file.field),
    );
    return { content: { ...content, ...stored }, marketing: false };
  }
  if (type === 'text') return textContent(part as NonNullable<SendMessageBody['text']>);
  if (type === 'template') {
    return withTenant(clientId, (tx) =>
      templateForSending(tx, channel_id, part as NonNullable<SendMessageBody['template']>),
    );
  }
  if (type === 'reaction') throw invalid(type, 'This field is required.');
  const file = part as NonNullable<SendMessageBody['document']>;
  const content = await withTenant(clientId, (tx) => contentForSending(tx, type as MediaKind, file));
  return { content, marketing: false };
}

type HeaderOfRequest = HeaderFile & { field: string };

function structuredContent(
  type: (typeof structuredTypes)[number],
  part: Structured,
): { content: Record<string, unknown>; file: HeaderOfRequest | null; cards: HeaderOfRequest[] } {
  const problems = validateContent(type, part);
  if (problems.length > 0) throw new AppError('validation_failed', { data: problems });
  if (Array.isArray(part)) return { content: { contacts: part }, file: null, cards: [] };
  // What we store beside the content is not the caller's to set.
  const content = Object.fromEntries(Object.entries(part).filter(([name]) => !ours.has(name)));
  if (type !== 'interactive') return { content, file: null, cards: [] };
  const { action } = content as { action?: { cards?: unknown } };
  if (content.type !== 'carousel' || !Array.isArray(action?.cards))
    return { content, file: headerFileOf(content), cards: [] };
  const cards = (action.cards as Record<string, unknown>[]).map(({ media_info: _shown, ...card }) => card);
  const files = cards.flatMap((card, at) => headerFileOf(card, `interactive.action.cards.${at}`) ?? []);
  return { content: { ...content, action: { ...action, cards } }, file: null, cards: files };
}

const ours = new Set([
  'media_id',
  'provider_media_id',
  'header_file',
  'card_files',
  'provider_media_ids',
  'media_info',
]);

function headerFileOf({ header }: Record<string, unknown>, place = 'interactive'): HeaderOfRequest | null {
  for (const kind of ['image', 'video', 'document'] as const) {
    const file = (header as Record<string, { media_id?: unknown } | undefined> | undefined)?.[kind];
    const field = `${place}.header.${kind}.media_id`;
    if (typeof file?.media_id === 'string') return { kind, mediaId: file.media_id, field };
  }
  return null;
}

/** What a carousel stores beside its content: the facts of every file, by id. */
async function cardFilesForSending(tx: TenantTx, files: readonly HeaderOfRequest[]): Promise<Record<string, unknown>> {
  const card_files: Record<string, unknown> = {};
  for (const file of files) {
    const { media_id, header_file } = await headerFileForSending(tx, file, file.field);
    card_files[media_id] = header_file;
  }
  return { media_id: files[0]?.mediaId, card_files };
}

export function textContent({ preview_url, body }: NonNullable<SendMessageBody['text']>): Content {
  return { content: { preview_url, body }, marketing: false };
}
