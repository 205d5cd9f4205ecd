import { mergeValue } from '@parley/contract/merge';
import {
  type FillableTemplate,
  fillTemplate,
  mostTemplateBody,
  type TemplateSlot,
  templateDisplay,
  templateSlots,
} from '@parley/contract/template-fill';
import type { CampaignVariables, SlotSource } from '@parley/contract/types';

/** Who gets a broadcast, as far as its values need it; fields by their names. */
export type ValuePerson = { name: string; phone_number: string | null; custom_fields: Record<string, string> };

/** The variables of a template with where their values come from; undefined: from nowhere. */
export type SourcedSlot = { slot: TemplateSlot; source: SlotSource | undefined };

export function sourcedSlots(template: FillableTemplate | null, variables: CampaignVariables): SourcedSlot[] {
  if (template === null) return [];
  return templateSlots(template).map((slot) => ({
    slot,
    source: Object.hasOwn(variables, slot.key) ? variables[slot.key] : undefined,
  }));
}

/** What stands in each variable for one person, trimmed; those without a value are named. */
export function valuesFor(
  slots: readonly SourcedSlot[],
  person: ValuePerson,
): { values: Record<string, string>; missing: string[] } {
  const values: Record<string, string> = {};
  const missing: string[] = [];
  for (const { slot, source } of slots) {
    const value = sourceValue(source, person);
    if (value === null) missing.push(slot.key);
    else values[slot.key] = value;
  }
  return { values, missing };
}

function sourceValue(source: SlotSource | undefined, person: ValuePerson): string | null {
  if (source === undefined) return null;
  const own = 'field' in source ? mergeValue(source.field, person) : source.value.trim();
  const value = own === null || own === '' ? (source.fallback?.trim() ?? '') : own;
  return value === '' ? null : value;
}

/** Whether the text would be longer than WhatsApp takes. */
export function isTooLong(template: FillableTemplate, values: Readonly<Record<string, string>>): boolean {
  return templateDisplay(template, fillTemplate(template, values)).body.length > mostTemplateBody;
}
