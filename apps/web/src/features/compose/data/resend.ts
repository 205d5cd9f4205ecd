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
      const index = variables.filter(({ part }) => part === variable.part).indexOf(variable);
      return [variable.key, { from: 'value' as const, value: givenValue(variable, index, given) }];
    }),
  );
}

function givenValue({ key, part, kind, name }: TemplateVariable, place: number, given: readonly Part[]): string {
  if (part === 'button') {
    const index = key.replace('button.', '');
    const button = given.find((one) => one['type'] === 'button' && String(one['index']) === index);
    const [parameter] = Array.isArray(button?.['parameters']) ? (button['parameters'] as Part[]) : [];
    const value = kind === 'code' ? parameter?.['coupon_code'] : parameter?.['text'];
    return typeof value === 'string' ? value : '';
  }
  const parameters = parametersOf(given, part);
  const parameter = parameters.find((one) => one['parameter_name'] === name) ?? parameters[place];
  if (parameter === undefined) return '';
  if (kind === 'text') return parameterText(parameter);
  const file = parameter[kind];
  const link = typeof file === 'object' && file !== null ? (file as Part)['link'] : undefined;
  return typeof link === 'string' ? link : '';
}
