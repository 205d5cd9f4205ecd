import { templateDisplay } from '@parley/contract/template-fill';
import { templateFillProblems } from '@parley/contract/template-fill-check';
import { validateContent } from '@parley/whatsapp-client';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { findSendable } from './repo.ts';

/** What somebody asked to send: a template of ours, and the values as WhatsApp's send call has them. */
export type TemplateWish = { id: string; components?: Record<string, unknown>[] | undefined };

/** A template as a message keeps it, and whether people may have said that they want none of its kind. */
export type TemplateToSend = { content: Record<string, unknown>; marketing: boolean };

/**
 * The content of a message that sends a template on a channel: name, language and what the customer will see are ours.
 * @throws AppError validation_failed when it is no ACTIVE template of the channel's WhatsApp Business account, or when
 *   the values do not fit it
 */
export async function templateForSending(
  tx: TenantTx,
  channelId: string,
  { id, components = [] }: TemplateWish,
): Promise<TemplateToSend> {
  const template = await findSendable(tx, id, channelId);
  if (template === null || template.status === 'DELETED') {
    throw invalid('template.id', 'This template was not found among those of the channel.');
  }
  if (template.status !== 'ACTIVE') {
    const msg = `WhatsApp calls ${template.name} ${template.status}: only an active template can be sent.`;
    throw invalid('template.id', msg);
  }
  const { name, language, category } = template;
  const content = { id, name, language, components };
  const misshapen = validateContent('template', content);
  const problems = misshapen.length > 0 ? misshapen : templateFillProblems(template, components);
  if (problems.length > 0) throw new AppError('validation_failed', { data: problems });
  return {
    content: { ...content, display: templateDisplay(template, components) },
    marketing: category === 'MARKETING',
  };
}
