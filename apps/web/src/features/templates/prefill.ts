import { type MergePerson, mergeText, mergeValue, primaryVariables } from '@parley/contract/merge';
import { type FillableTemplate, type TemplateSlot, templateSlots } from '@parley/contract/template-fill';

/** Values of a template's variables, by the key of the slot. */
export type SlotValues = Record<string, string>;

/** One word, the first variable, a comma or an exclamation mark: a greeting in any language. */
const greeting = /^\s*\S+\s+\{\{\s*(\w+)\s*\}\}\s*[,!]/;

/**
 * What the contact already tells: variables that are called as one of theirs, and the name in a greeting.
 * @param customFields names of the account's fields
 */
export function prefill(template: FillableTemplate, person: MergePerson, customFields: readonly string[]): SlotValues {
  const valueFor = (slot: TemplateSlot): string => {
    const called = suggestedVariable(template, slot, customFields);
    return called === null ? '' : (mergeValue(called, person) ?? '');
  };
  return Object.fromEntries(templateSlots(template).map((slot) => [slot.key, valueFor(slot)]));
}

/** The merge variable that a slot of a template most likely means, or null. */
export function suggestedVariable(
  template: FillableTemplate,
  { key, kind, name }: TemplateSlot,
  customFields: readonly string[],
): string | null {
  if (kind !== 'text') return null;
  const body = template.components?.find(({ type }) => String(type).toUpperCase() === 'BODY')?.text;
  const greeted = typeof body === 'string' ? greeting.exec(body)?.[1] : undefined;
  return variableCalled(name, customFields) ?? (key === `body.${greeted}` ? 'FIRST_NAME' : null);
}

/** The merge variable that a name of a template's means, in whichever case and with whichever joints it is written. */
export function variableCalled(name: string, customFields: readonly string[]): string | null {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, '');
  return [...primaryVariables, ...customFields].find((known) => plain(known) === plain(name)) ?? null;
}

/** Variables of the contact that have a value, with it: what a slot can be filled with. */
export function knownValues(
  person: MergePerson,
  customFields: readonly string[],
): { variable: string; value: string }[] {
  return [...primaryVariables, ...customFields].flatMap((variable) => {
    const value = mergeValue(variable, person);
    return value === null ? [] : [{ variable, value }];
  });
}

/** The values as they are sent: `{{NAME}}` and the like in them stand for the contact's. `missing`: what they lack. */
export function merged(
  values: SlotValues,
  person: MergePerson,
): { values: SlotValues; missing: Record<string, string> } {
  const missing: Record<string, string> = {};
  const entries = Object.entries(values).map(([key, value]) => {
    const made = mergeText(value.trim(), person);
    if (made.missing[0] !== undefined) missing[key] = made.missing[0];
    return [key, made.text] as const;
  });
  return { values: Object.fromEntries(entries), missing };
}
