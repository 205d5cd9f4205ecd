import { cleanValue, fillTemplate } from '@parley/contract/template-fill';
import type { FlowStep, MediaKind, StepOf } from '@parley/contract/types';
import { invalid } from '../../../platform/errors.ts';
import { contentForSending } from '../../media/public.ts';
import { findSendableTemplate, templateForSending } from '../../templates/public.ts';
import { type StepContext, variableContact } from '../facts/context.ts';
import { fillText } from './fill-text.ts';

export type BotContent = {
  type: 'text' | 'interactive' | 'template' | MediaKind;
  content: Record<string, unknown>;
  marketing: boolean;
  /** What a person reads of it, in the trace. */
  shown: { text: string; options?: string[]; file?: string };
  /** What WhatsApp bills it as; left out: as a free-form reply. */
  category?: string;
  /** What the customer can tap, and the button that opens it where it is a list. */
  replies?: { id: string; title: string }[];
  opens?: string;
};

type Option = { id: string; title: string; description?: string };
type Sending = Extract<FlowStep, { kind: 'send_text' | 'send_buttons' | 'send_list' | 'send_template' | 'send_media' }>;

const mostButtons = 3;
const longestButton = 20;

/** @throws AppError validation_failed for a template that cannot be sent */
export async function contentOf(step: Sending, context: StepContext): Promise<BotContent> {
  if (step.kind === 'send_template') return templateContent(step, context);
  if (step.kind === 'send_media') return mediaContent(step, context);
  const text = filled(step.text, context);
  if (step.kind === 'send_buttons') return optionsContent(text, step.buttons, '', context);
  if (step.kind === 'send_list') return optionsContent(text, step.rows, step.button, context);
  return textContent(text);
}

/** @param text the question, or what to say after an answer that does not fit */
export function questionContent(ask: StepOf<'ask'>, text: string, context: StepContext): BotContent {
  const asked = filled(text, context);
  return ask.answer === 'choice' ? optionsContent(asked, ask.choices, '', context) : textContent(asked);
}

/**
 * The button that shares a number; channels without buttons get the text.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids/
 */
export function numberRequest(step: StepOf<'ask_number'>, context: StepContext): BotContent {
  const text = filled(step.text, context);
  if (context.channel.kind === 'SESSION') return textContent(text);
  const action = { name: 'request_contact_info' };
  const content = { type: 'request_contact_info', body: { text: text.slice(0, 1_024) }, action };
  return { type: 'interactive', content, marketing: false, shown: { text } };
}

export function filled(text: string, { contact, run }: StepContext): string {
  return fillText(text, variableContact(contact), run.variables);
}

function textContent(text: string): BotContent {
  return { type: 'text', content: { preview_url: false, body: text }, marketing: false, shown: { text } };
}

/** Buttons where they fit, else a list; channels without either get a numbered text. */
function optionsContent(
  text: string,
  options: readonly Option[],
  button: string,
  { channel }: StepContext,
): BotContent {
  const titles = options.map(({ title }) => title);
  if (channel.kind === 'SESSION') {
    const content = textContent(`${text}\n\n${titles.map((title, at) => `${at + 1}. ${title}`).join('\n')}`);
    return { ...content, shown: { text, options: titles }, replies: options.map(replyOf) };
  }
  const fits = button === '' && options.length <= mostButtons && titles.every(({ length }) => length <= longestButton);
  const opens = button === '' ? 'Choose' : button;
  const action = fits
    ? { buttons: options.map(({ id, title }) => ({ type: 'reply', reply: { id, title } })) }
    : { button: opens, sections: [{ rows: options.map(rowOf) }] };
  const replies = { replies: options.map(replyOf), ...(fits ? {} : { opens }) };
  const content = { type: fits ? 'button' : 'list', body: { text: text.slice(0, 1_024) }, action };
  return { type: 'interactive', content, marketing: false, shown: { text, options: titles }, ...replies };
}

function replyOf({ id, title }: Option): { id: string; title: string } {
  return { id, title };
}

function rowOf({ id, title, description = '' }: Option): Option {
  return description === '' ? { id, title } : { id, title, description };
}

async function mediaContent(step: StepOf<'send_media'>, context: StepContext): Promise<BotContent> {
  const { media, media_id, filename } = step;
  const caption = media === 'audio' ? '' : filled(step.caption, context).slice(0, 1_024);
  const content = await contentForSending(context.tx, media, {
    media_id: media_id ?? '',
    ...(caption === '' ? {} : { caption }),
    ...(media === 'document' && filename !== '' ? { filename } : {}),
  });
  return { type: media, content, marketing: false, shown: { text: caption, file: filename } };
}

async function templateContent(step: StepOf<'send_template'>, context: StepContext): Promise<BotContent> {
  const { tx, thread } = context;
  const id = step.template_id ?? '';
  const template = id === '' ? null : await findSendableTemplate(tx, id, thread.channel_id);
  if (template === null) {
    throw invalid('template.id', 'This template was not found in the channel’s WhatsApp Business account.');
  }
  // Nobody is there to correct what a customer answered over several lines, which WhatsApp refuses.
  const values = Object.fromEntries(
    Object.entries(step.values).map(([key, text]) => [key, cleanValue(filled(text, context))]),
  );
  const { content, marketing } = await templateForSending(tx, thread.channel_id, {
    id,
    components: fillTemplate(template, values),
  });
  const display = content['display'] as { body?: string; buttons?: { type: string; text: string }[] } | undefined;
  // WhatsApp answers with the title of a quick reply where a send names no other payload.
  const replies = (display?.buttons ?? [])
    .filter(({ type }) => type === 'QUICK_REPLY')
    .map(({ text }) => ({ id: text, title: text }));
  const category = template.category?.toLowerCase() ?? 'utility';
  return { type: 'template', content, marketing, category, shown: { text: display?.body ?? template.name }, replies };
}
