import { type FillableTemplate, listTemplateVariables } from '@parley/contract/template-fill';
import {
  primaryVariables,
  renderText,
  type VariableContact,
  variableNamed,
  variableValue,
} from '@parley/contract/variables';

/** Values of a template's variables, by the key of the variable. */
export type VariableValues = Record<string, string>;

/** One word, the first variable, a comma or an exclamation mark: a greeting in any language. */
const greeting = /^\s*\S+\s+\{\{\s*(\w+)\s*\}\}\s*[,!]/;

/**
 * Values from the contact: variables with the name of one of its fields, and the name in a greeting.
 * @param customFields names of the account's fields
 */
export function prefill(
  template: FillableTemplate,
  contact: VariableContact,
  customFields: readonly string[],
): VariableValues {
  const called = suggestedVariables(template, customFields);
  return Object.fromEntries(
    listTemplateVariables(template).map(({ key }) => [
      key,
      called[key] === undefined ? '' : (variableValue(called[key], contact) ?? ''),
    ]),
  );
}

/** Variables of the contact that match a template's own, by the key of the variable. */
export function suggestedVariables(
  template: FillableTemplate,
  customFields: readonly string[],
): Record<string, string> {
  const body = template.components?.find(({ type }) => String(type).toUpperCase() === 'BODY')?.text;
  const greeted = typeof body === 'string' ? greeting.exec(body)?.[1] : undefined;
  return Object.fromEntries(
    listTemplateVariables(template).flatMap(({ key, kind, name }) => {
      if (kind !== 'text') return [];
      const called = variableNamed(name, customFields) ?? (key === `body.${greeted}` ? 'FIRST_NAME' : null);
      return called === null ? [] : [[key, called]];
    }),
  );
}

/** Variables of the contact that have a value, with the value: the choices for a variable. */
export function knownValues(
  contact: VariableContact,
  customFields: readonly string[],
): { variable: string; value: string }[] {
  return [...primaryVariables, ...customFields].flatMap((variable) => {
    const value = variableValue(variable, contact);
    return value === null ? [] : [{ variable, value }];
  });
}

export function trimmedValues(values: VariableValues): VariableValues {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value.trim()]));
}

/**
 * The values as the customer reads them, with `{{NAME}}` and the like replaced by the contact’s. `missing`: variables
 * without a value.
 */
export function mergedValues(
  values: VariableValues,
  contact: VariableContact,
): { values: VariableValues; missing: Record<string, string> } {
  const missing: Record<string, string> = {};
  const entries = Object.entries(values).map(([key, value]) => {
    const made = renderText(value.trim(), contact);
    if (made.missing[0] !== undefined) missing[key] = made.missing[0];
    return [key, made.text] as const;
  });
  return { values: Object.fromEntries(entries), missing };
}
