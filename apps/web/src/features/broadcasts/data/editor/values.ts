import type { TemplateVariable } from '@parley/contract/template-fill';
import type { AudienceContact, CampaignVariables } from '@parley/contract/types';
import { fixValue, variablesIn } from '@parley/contract/variables';

/**
 * The values of a template for one contact, by variable; missing values are omitted.
 * @param contact as returned by the server; null: field names in brackets instead
 */
export function valuesFor(
  variables: readonly TemplateVariable[],
  sources: CampaignVariables,
  contact: AudienceContact | null,
  fieldLabel: (field: string) => string,
): Record<string, string> {
  const value = ({ key }: TemplateVariable): string | undefined => {
    const source = sources[key];
    if (source === undefined) return undefined;
    if ('value' in source && variablesIn(source.value).length === 0) return source.value.trim();
    if (contact !== null) return contact.values[key] ?? source.fallback;
    if ('column' in source) return `[${source.column}]`;
    return 'value' in source ? source.value.trim() : `[${fieldLabel(source.field)}]`;
  };
  return Object.fromEntries(
    variables.flatMap((variable) => [[variable.key, value(variable) ?? '']]).filter(([, text]) => text !== ''),
  );
}

/** For previews: missing values are shown as missing, because omitting one would shift the values after it. */
export function previewValues(
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const shown = variables.map(({ key, kind }) => [key, values[key] ?? (kind === 'text' ? fixValue : '')]);
  return Object.fromEntries(shown);
}

/** The same for a test: missing values are replaced by the template's examples. */
export function testValues(
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(variables.map(({ key, name, example }) => [key, values[key] ?? example ?? name]));
}
