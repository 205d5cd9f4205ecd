import type { TemplateChangeNotice, TemplateUpdate } from './field-updates.ts';
import { isObject, type JsonObject, readId, readList, readName, readObject, readPhone, readTimeMs } from './fields.ts';

const WORD = 255;
const TEXT = 2_000;

/**
 * Reads any of the four webhooks about a template, distinguished by their keys, because WhatsApp's own sample of the
 * quality webhook has a wrong field name.
 * @returns null when it names no template, or has no known update
 */
export function readTemplateUpdate(value: JsonObject): TemplateUpdate | null {
  const name = readName(value, 'message_template_name', 512);
  const language = readName(value, 'message_template_language', WORD);
  const change = readChange(value);
  if (name === null || language === null || change === null) return null;
  return {
    kind: 'template',
    templateId: readId(value, 'message_template_id'),
    name,
    language: language.replace('-', '_'),
    category: readName(value, 'message_template_category', WORD),
    change,
  };
}

function readChange(value: JsonObject): TemplateChangeNotice | null {
  const quality = readName(value, 'new_quality_score', WORD);
  if (quality !== null) {
    return { kind: 'quality', previous: readName(value, 'previous_quality_score', WORD), current: quality };
  }
  const category = readName(value, 'new_category', WORD);
  if (category !== null) {
    return {
      kind: 'category',
      previous: readName(value, 'previous_category', WORD),
      current: category,
      correct: readName(value, 'correct_category', WORD),
      changesAtMs: readTimeMs(value, 'category_update_timestamp'),
    };
  }
  if ('message_template_element' in value || 'message_template_buttons' in value) return readComponents(value);
  const event = readName(value, 'event', WORD);
  return event === null ? null : readStatus(value, event);
}

function readStatus(value: JsonObject, event: string): TemplateChangeNotice {
  const other = readObject(value, 'other_info') ?? {};
  const rejection = readObject(value, 'rejection_info') ?? {};
  const disable = readObject(value, 'disable_info') ?? {};
  const reason = readName(value, 'reason', WORD);
  return {
    kind: 'status',
    event: event.toUpperCase(),
    reason: reason === 'NONE' ? null : reason,
    title: readName(other, 'title', WORD),
    description: readName(other, 'description', TEXT) ?? readName(rejection, 'reason', TEXT),
    recommendation: readName(rejection, 'recommendation', TEXT),
    disableDate: readName(disable, 'disable_date', WORD),
  };
}

function readComponents(value: JsonObject): TemplateChangeNotice {
  return {
    kind: 'components',
    body: readName(value, 'message_template_element', 4_096),
    header: readName(value, 'message_template_title', TEXT),
    footer: readName(value, 'message_template_footer', TEXT),
    buttons: readList(value, 'message_template_buttons')
      .filter(isObject)
      .map((button) => ({
        type: readName(button, 'message_template_button_type', WORD),
        text: readName(button, 'message_template_button_text', WORD),
        url: readName(button, 'message_template_button_url', 2_048),
        phoneNumber: readPhone(button, 'message_template_button_phone_number'),
      })),
  };
}
