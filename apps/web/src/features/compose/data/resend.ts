import {
  listTemplateVariables,
  parametersOf,
  parameterText,
  type TemplateVariable,
} from '@parley/contract/template-fill';
import type { ComposedRow, Template } from '@parley/contract/types';
import type { ComposeDraft, VariableSource } from './draft.ts';
import { recipientOfContact } from './recipients.ts';

type Part = Record<string, unknown>;

/** A draft of the same message to the same recipient. @param template its current version; null when it is deleted */
export function draftFromMessage(row: ComposedRow, template: Template | null): Partial<ComposeDraft> {
  const contact = { id: row.contact_id, phone_number: row.to, name: row.contact.name };
  const same = { channelId: row.channel_id, recipients: [recipientOfContact(contact)] };
  if (row.type === 'text') return { ...same, how: 'text', text: row.text?.body ?? '' };
  if (template === null) return { ...same, how: 'template' };
  const given = row.template?.['components'];
  const sources = sourcesFrom(template, Array.isArray(given) ? given : []);
  return { ...same, how: 'template', templateId: template.id, sources: { [template.id]: sources } };
}

/** The values of a sent message, each as a fixed value. */
export function sourcesFrom(template: Template, given: readonly Part[]): Record<string, VariableSource> {
  const variables = listTemplateVariables(template);
  return Object.fromEntries(
    variables.map((variable) => {
      const own = variables.filter(({ part, card }) => part === variable.part && card === variable.card);
      const value = givenValue(variable, own.indexOf(variable), partsOfCard(given, variable.card));
      return [variable.key, { from: 'value' as const, value }];
    }),
  );
}

/** The components of a send, or of one of its cards. */
function partsOfCard(given: readonly Part[], card: number | undefined): readonly Part[] {
  if (card === undefined) return given;
  const carousel = given.find((one) => one['type'] === 'carousel');
  const cards = Array.isArray(carousel?.['cards']) ? (carousel['cards'] as Part[]) : [];
  const own = cards.find((one) => Number(one['card_index']) === card)?.['components'];
  return Array.isArray(own) ? (own as Part[]) : [];
}

function givenValue({ key, part, kind, name }: TemplateVariable, place: number, given: readonly Part[]): string {
  if (part === 'button') {
    const index = key.replace(/^.*button\./, '');
    const button = given.find((one) => one['type'] === 'button' && String(one['index']) === index);
    const [parameter] = Array.isArray(button?.['parameters']) ? (button['parameters'] as Part[]) : [];
    const value = kind === 'code' ? parameter?.['coupon_code'] : parameter?.['text'];
    return typeof value === 'string' ? value : '';
  }
  // A past end of an offer and a used code are not sent again.
  if (part === 'offer' || kind === 'otp') return '';
  const parameters = parametersOf(given, part);
  if (kind === 'place' || kind === 'coordinate') return String(objectIn(parameters[0], 'location')[name] ?? '');
  const parameter = parameters.find((one) => one['parameter_name'] === name) ?? parameters[place];
  if (parameter === undefined) return '';
  if (kind === 'text') return parameterText(parameter);
  const link = objectIn(parameter, kind)['link'];
  return typeof link === 'string' ? link : '';
}

function objectIn(part: Part | undefined, key: string): Part {
  const value = part?.[key];
  return typeof value === 'object' && value !== null ? (value as Part) : {};
}
