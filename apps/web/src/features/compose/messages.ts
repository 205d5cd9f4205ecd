import { type MergePerson, mergeText, mergeValue } from '@parley/contract/merge';
import { fillTemplate, type TemplateDisplay, templateDisplay, templateSlots } from '@parley/contract/template-fill';
import type { ComposeBody, Template } from '@parley/contract/types';
import { suggestedVariables } from '../templates/public.ts';
import type { ComposeDraft, Recipient, SlotSource } from './draft.ts';

/** Somebody to write to, as far as is known. */
export type Target = {
  recipient: Recipient;
  name: string;
  person: MergePerson;
  /** Whether a text may be sent to them now. */
  open: boolean;
};

/** What stands in a template's variables until somebody chooses: what the contact tells, else nothing. */
export function sourcesOf(
  template: Template,
  chosen: Record<string, SlotSource> | undefined,
  customFields: readonly string[],
): Record<string, SlotSource> {
  const suggested = suggestedVariables(template, customFields);
  return Object.fromEntries(
    templateSlots(template).map(({ key }) => {
      const name = suggested[key];
      const first: SlotSource =
        name === undefined ? { from: 'value', value: '' } : { from: 'field', name, fallback: '' };
      return [key, chosen?.[key] ?? first];
    }),
  );
}

/** The values of a template for one person; '' where there is none. */
export function valuesFor(sources: Record<string, SlotSource>, person: MergePerson): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sources).map(([key, source]) => {
      if (source.from === 'field') return [key, mergeValue(source.name, person) ?? source.fallback.trim()];
      const made = mergeText(source.value.trim(), person);
      return [key, made.missing.length > 0 ? '' : made.text];
    }),
  );
}

export function displayFor(
  template: Template,
  sources: Record<string, SlotSource>,
  person: MergePerson,
): TemplateDisplay {
  return templateDisplay(template, fillTemplate(template, valuesFor(sources, person)));
}

/** The text of a message for one person, `FIX VALUE` where a value is missing. */
export function textFor({ text, fallbacks }: Pick<ComposeDraft, 'text' | 'fallbacks'>, person: MergePerson): string {
  return mergeText(text, person, { fallbacks }).text;
}

/** Whether somebody gets the text; everybody else gets the template. */
export function getsText(how: ComposeDraft['how'], target: Pick<Target, 'open'>): boolean {
  return how === 'text' && target.open;
}

/** What is sent. @param ids of the messages, in the order of the people */
export function bodyOf(
  draft: Pick<ComposeDraft, 'how' | 'text' | 'fallbacks'>,
  channelId: string,
  targets: readonly Target[],
  template: { row: Template; sources: Record<string, SlotSource> } | null,
  ids: readonly string[],
): ComposeBody {
  const messages = targets.map((target, at): ComposeBody['messages'][number] => {
    const { digits, contactId } = target.recipient;
    const whom = {
      id: ids[at] ?? '',
      ...(digits === null ? { contact_id: contactId ?? '' } : { to: `+${digits}` }),
    };
    if (getsText(draft.how, target)) {
      return { ...whom, type: 'text', text: { preview_url: false, body: textFor(draft, target.person) } };
    }
    if (template === null) throw new Error('a message without a text needs a template');
    const { row, sources } = template;
    const components = fillTemplate(row, valuesFor(sources, target.person));
    return { ...whom, type: 'template', template: { id: row.id, components } };
  });
  return { channel_id: channelId, messages };
}
