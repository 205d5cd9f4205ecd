import {
  cleanValue,
  type FillableTemplate,
  fillTemplate,
  listTemplateVariables,
  maxTemplateBodyLength,
  type TemplateVariable,
  templateDisplay,
} from '@parley/contract/template-fill';
import type { CampaignVariables, VariableSource } from '@parley/contract/types';
import { renderText, variableValue } from '@parley/contract/variables';

/** A recipient, as far as variables need it; fields and columns of the file by their names. */
export type VariableContact = {
  name: string;
  phone_number: string | null;
  custom_fields: Record<string, string>;
  columns: Record<string, string>;
};

/** The variables of a template with where their values come from; undefined: from nowhere. */
export type SourcedVariable = {
  variable: TemplateVariable;
  source: VariableSource | undefined;
  /** Of an A/B test the second message. */
  variant?: 'B';
};

export function sourcedVariables(
  template: FillableTemplate | null,
  variables: CampaignVariables,
  variant?: 'B',
): SourcedVariable[] {
  if (template === null) return [];
  return listTemplateVariables(template).map((variable) => ({
    variable,
    source: Object.hasOwn(variables, variable.key) ? variables[variable.key] : undefined,
    ...(variant !== undefined && { variant }),
  }));
}

/** The value of each variable for one contact, trimmed. `missing` lists those without a value that can be sent. */
export function resolveVariables(
  variables: readonly SourcedVariable[],
  contact: VariableContact,
): { values: Record<string, string>; missing: string[] } {
  const values: Record<string, string> = {};
  const missing: string[] = [];
  for (const { variable, source } of variables) {
    const value = sourceValue(source, contact);
    if (value === null) missing.push(variable.key);
    else values[variable.key] = value;
  }
  return { values, missing };
}

function sourceValue(source: VariableSource | undefined, contact: VariableContact): string | null {
  if (source === undefined) return null;
  return ownValue(source, contact) ?? textValue(source.fallback ?? '', contact);
}

function ownValue(source: VariableSource, contact: VariableContact): string | null {
  if ('field' in source) return sendable(variableValue(source.field, contact));
  if ('value' in source) return textValue(source.value, contact);
  const { columns } = contact;
  const cell = Object.hasOwn(columns, source.column) ? columns[source.column]?.trim() : undefined;
  return cell === undefined || cell === '' ? null : sendable(cell);
}

/** A text with the contact's values in place of its variables; null when one is missing. */
function textValue(text: string, contact: VariableContact): string | null {
  const made = renderText(text.trim(), contact);
  return made.text === '' || made.missing.length > 0 ? null : sendable(made.text);
}

/** As WhatsApp accepts it: contacts have line breaks and tabs from files and other systems. */
function sendable(value: string | null): string | null {
  return value === null ? null : cleanValue(value) || null;
}

/** Whether the text would be longer than WhatsApp allows. */
export function isTooLong(template: FillableTemplate, values: Readonly<Record<string, string>>): boolean {
  return templateDisplay(template, fillTemplate(template, values)).body.length > maxTemplateBodyLength;
}
