import { parametersOf, parameterText, type TemplateSlot, templateSlots } from '@parley/contract/template-fill';
import type { ComposedRow, Template } from '@parley/contract/types';
import type { ComposeDraft, SlotSource } from './draft.ts';
import { recipientOfContact } from './recipients.ts';

type Part = Record<string, unknown>;

/** A draft of the same message to the same person. @param template as it is now; null when it is gone */
export function draftOf(row: ComposedRow, template: Template | null): Partial<ComposeDraft> {
  const contact = { id: row.contact_id, phone_number: row.to, name: row.contact.name };
  const same = { channelId: row.channel_id, recipients: [recipientOfContact(contact)] };
  if (row.type === 'text') return { ...same, how: 'text', text: row.text?.body ?? '' };
  if (template === null) return { ...same, how: 'template' };
  const given = row.template?.['components'];
  const sources = sourcesFrom(template, Array.isArray(given) ? given : []);
  return { ...same, how: 'template', templateId: template.id, sources: { [template.id]: sources } };
}

/** The values that a send carried, each as a fixed one. */
export function sourcesFrom(template: Template, given: readonly Part[]): Record<string, SlotSource> {
  const slots = templateSlots(template);
  return Object.fromEntries(
    slots.map((slot) => {
      const place = slots.filter(({ part }) => part === slot.part).indexOf(slot);
      return [slot.key, { from: 'value' as const, value: givenValue(slot, place, given) }];
    }),
  );
}

function givenValue({ key, part, kind, name }: TemplateSlot, place: number, given: readonly Part[]): string {
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
