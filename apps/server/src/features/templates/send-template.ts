import { templateDisplay } from '@parley/contract/template-fill';
import { templateFillProblems } from '@parley/contract/template-fill-check';
import { validateContent, withHeaderFile } from '@parley/whatsapp-client';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { headerFileForSending } from '../media/public.ts';
import { findSendableTemplate } from './repo.ts';

/** A template to send, with its values as WhatsApp's API takes them. */
export type TemplateRequest = { id: string; components?: Record<string, unknown>[] | undefined };

/** A template as a message stores it, and whether opt-outs from marketing apply. */
export type TemplateToSend = { content: Record<string, unknown>; marketing: boolean };

/**
 * The content of a message that sends a template on a channel; the server sets name, language and preview.
 * @throws AppError validation_failed when it is no ACTIVE template of the channel's WhatsApp Business account, or
 * when the values do not fit it
 */
export async function templateForSending(
  tx: TenantTx,
  channelId: string,
  { id, components = [] }: TemplateRequest,
): Promise<TemplateToSend> {
  const template = await findSendableTemplate(tx, id, channelId);
  if (template === null || template.status === 'DELETED') {
    throw invalid('template.id', 'This template was not found in the channel’s WhatsApp Business account.');
  }
  if (template.status !== 'ACTIVE') {
    const msg = `WhatsApp calls ${template.name} ${template.status}: only an active template can be sent.`;
    throw invalid('template.id', msg);
  }
  const { name, language, category } = template;
  const content = { id, name, language, components };
  const misshapen = validateContent('template', content);
  const { file, known } = withUploadedHeader(components);
  const problems = misshapen.length > 0 ? misshapen : templateFillProblems(template, known);
  if (problems.length > 0) throw new AppError('validation_failed', { data: problems });
  const stored = file === null ? {} : await fileForSending(tx, file);
  return {
    content: { ...stored, ...content, display: templateDisplay(template, known) },
    marketing: category === 'MARKETING',
  };
}

/**
 * The components with the uploaded file of the header named as WhatsApp names files: ours is uploaded to WhatsApp before
 * the message leaves.
 */
export function withUploadedHeader(components: readonly Record<string, unknown>[]): {
  file: HeaderFile | null;
  known: readonly Record<string, unknown>[];
} {
  const file = headerFileOf(components);
  return { file, known: file === null ? components : withHeaderFile(components, { id: file.mediaId }) };
}

export type HeaderFile = { kind: 'image' | 'video' | 'document'; mediaId: string; field: string };

/** The uploaded file that the header of a send names; null when it has none, or one with a link. */
function headerFileOf(components: readonly Record<string, unknown>[]): HeaderFile | null {
  const at = components.findIndex(({ type }) => String(type).toLowerCase() === 'header');
  const parameters = components[at]?.['parameters'];
  const [parameter] = (Array.isArray(parameters) ? parameters : []) as Array<Record<string, unknown>>;
  for (const kind of ['image', 'video', 'document'] as const) {
    const file = parameter?.[kind] as { media_id?: unknown } | undefined;
    const field = `template.components.${at}.parameters.0.${kind}.media_id`;
    if (typeof file?.media_id === 'string') return { kind, mediaId: file.media_id, field };
  }
  return null;
}

/** @throws AppError validation_failed when it is gone, or of another kind */
export async function fileForSending(
  tx: TenantTx,
  { kind, mediaId, field }: HeaderFile,
): Promise<Record<string, unknown>> {
  return headerFileForSending(tx, { kind, mediaId }, field);
}
