import { fixValue } from '@parley/contract/merge';
import type { TemplateSlot } from '@parley/contract/template-fill';
import type { AudiencePerson, CampaignVariables } from '@parley/contract/types';

/**
 * What stands in a template for one person, by slot; what is missing is left out.
 * @param person as the server told; null: the names of the fields stand in brackets
 */
export function valuesFor(
  slots: readonly TemplateSlot[],
  variables: CampaignVariables,
  person: AudiencePerson | null,
  fieldWords: (field: string) => string,
): Record<string, string> {
  const value = ({ key }: TemplateSlot): string | undefined => {
    const source = variables[key];
    if (source === undefined) return undefined;
    if ('value' in source) return source.value.trim();
    if (person === null) return `[${fieldWords(source.field)}]`;
    return person.values[key] ?? source.fallback;
  };
  return Object.fromEntries(slots.flatMap((slot) => [[slot.key, value(slot) ?? '']]).filter(([, text]) => text !== ''));
}

/** For looking at: what is missing says so. Left out, the values after it would move into its place. */
export function previewValues(
  slots: readonly TemplateSlot[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const shown = slots.map(({ key, kind }) => [key, values[key] ?? (kind === 'text' ? fixValue : '')]);
  return Object.fromEntries(shown);
}

/** The same for a test: what nobody has said stands there as WhatsApp was shown it. */
export function testValues(
  slots: readonly TemplateSlot[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(slots.map(({ key, name, example }) => [key, values[key] ?? example ?? name]));
}
