import type { SendMessageBody } from '@parley/contract/types';
import { invalid } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { contentForSending } from '../media/public.ts';
import { templateForSending } from '../templates/public.ts';

const contentNames = ['text', 'image', 'video', 'audio', 'document', 'sticker', 'template', 'reaction'] as const;
type Part = NonNullable<
  SendMessageBody['text'] | SendMessageBody['document'] | SendMessageBody['audio'] | SendMessageBody['template']
>;

/** What the message says, by its type. @throws AppError when it is missing, or another type's is there too */
export function partOf(body: SendMessageBody): Part {
  const other = contentNames.find((name) => name !== body.type && body[name] !== undefined);
  if (other !== undefined) throw invalid(other, `This does not go with a message of the type ${body.type}.`);
  const part = body[body.type];
  if (part === undefined) throw invalid(body.type, 'This is needed.');
  return part as Part;
}

/** What a message keeps of what was asked for, and whether it is marketing, which people may have declined. */
export type Content = { content: Record<string, unknown>; marketing: boolean };

/**
 * @throws AppError validation_failed for a file that is not there or of another kind, and for a template that cannot be
 *   sent on the channel or whose values do not fit
 */
export async function contentOf(
  platform: Platform,
  clientId: string,
  { type, channel_id }: SendMessageBody,
  part: Part,
): Promise<Content> {
  if ('body' in part) return textContent(part);
  if ('id' in part) return platform.db.withTenant(clientId, (tx) => templateForSending(tx, channel_id, part));
  if (type === 'text' || type === 'template' || type === 'reaction') throw invalid(type, 'This is needed.');
  const content = await platform.db.withTenant(clientId, (tx) => contentForSending(tx, type, part));
  return { content, marketing: false };
}

export function textContent({ preview_url, body }: NonNullable<SendMessageBody['text']>): Content {
  return { content: { preview_url, body }, marketing: false };
}
