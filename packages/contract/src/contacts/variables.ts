import { nameKey } from '../core/names.ts';

/*
 * Merge variables: {{FIRST_NAME}}, the account's custom fields, and values a caller supplies. The one implementation, for
 * previews in the browser and for messages that are sent.
 */

export const primaryVariables = ['FIRST_NAME', 'LAST_NAME', 'NAME', 'PHONE_NUMBER'] as const;
export type PrimaryVariable = (typeof primaryVariables)[number];

/** Marks a missing value; a text with it is never sent. */
export const fixValue = 'FIX VALUE';

/** The properties of a contact that merging needs. */
export type VariableContact = {
  name: string;
  /** E.164 digits without plus. */
  phone_number: string | null;
  custom_fields: Record<string, string>;
};

/** The four reserved names of every contact: no field may have one, in any case; nor `__proto__`, under which no value can be kept in an object. */
export function isReservedName(name: string): boolean {
  const key = nameKey(name);
  return key === '__proto__' || (primaryVariables as readonly string[]).includes(key.toUpperCase());
}

/** @param customFields names of the account's fields @param extras names that this caller supplies */
export function isVariableName(name: string, customFields: readonly string[], extras: readonly string[] = []): boolean {
  return (primaryVariables as readonly string[]).includes(name) || customFields.includes(name) || extras.includes(name);
}

/** The variable of a contact that a template's variable names, in any case and with any separator: `order_number`. */
export function variableNamed(name: string, customFields: readonly string[]): string | null {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, '');
  return [...primaryVariables, ...customFields].find((known) => plain(known) === plain(name)) ?? null;
}

/** The first name, and the rest, which may be empty. */
export function splitName(name: string): { first: string; last: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return { first, last: rest.join(' ') };
}

/** @returns null when the contact has no usable value under the name */
export function variableValue(
  name: string,
  contact: VariableContact,
  extras: Record<string, string> = {},
): string | null {
  const value = rawVariableValue(name, contact, extras)?.trim();
  return value === undefined || value === '' ? null : value;
}

function rawVariableValue(name: string, contact: VariableContact, extras: Record<string, string>): string | undefined {
  switch (name) {
    case 'FIRST_NAME':
      return splitName(contact.name).first;
    case 'LAST_NAME':
      return splitName(contact.name).last;
    case 'NAME':
      return contact.name;
    case 'PHONE_NUMBER':
      return contact.phone_number === null ? undefined : `+${contact.phone_number}`;
  }
  if (Object.hasOwn(extras, name)) return extras[name];
  return Object.hasOwn(contact.custom_fields, name) ? contact.custom_fields[name] : undefined;
}

/*
 * Longer than any name may be, so that a name that is too long counts as unknown. With the braces of East Asian
 * keyboards too (U+FF5B and U+FF5D).
 */
const variablePattern = /[{｛]{2}([^{}｛｝]{1,200})[}｝]{2}/g;
/** Most names that one message may send as typed: more do not fit into a text. */
export const mostAsTyped = 1_000;

/** Replaces every variable of a text. @param put returns null to keep the variable */
export function replaceVariables(text: string, put: (name: string) => string | null): string {
  return text.replaceAll(variablePattern, (whole, inner: string) => {
    const name = inner.trim();
    return name === '' ? whole : (put(name) ?? whole);
  });
}

/** The names of a text's variables, each once, in order. */
export function variablesIn(text: string): string[] {
  const names = [...text.matchAll(variablePattern)].map(([, inner = '']) => inner.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The unknown names in a text: it is sent with them only when the sender asks for that. */
export function unknownVariables(
  text: string,
  customFields: readonly string[],
  extras: readonly string[] = [],
): string[] {
  return variablesIn(text).filter((name) => !isVariableName(name, customFields, extras));
}

/** Renames a variable in a text. */
export function renameVariable(text: string, from: string, to: string): string {
  return replaceVariables(text, (name) => (name === from ? `{{${to}}}` : null));
}

/** The text with fallbacks where the contact has no value; the server fills in the others. */
export function withFallbacks(
  text: string,
  contact: VariableContact,
  fallbacks: Readonly<Record<string, string>>,
): string {
  return replaceVariables(text, (name) => {
    const fallback = Object.hasOwn(fallbacks, name) ? (fallbacks[name]?.trim() ?? '') : '';
    return fallback === '' || variableValue(name, contact) !== null ? null : fallback;
  });
}

/**
 * A text for one contact. Values are inserted literally, never parsed: a name with braces stays unchanged.
 * @param options.fallbacks values for missing ones, by variable
 * @param options.asTyped names that stay in the text as they stand, braces included
 * @returns the text with `FIX VALUE` for values still missing, and their names
 */
export function renderText(
  text: string,
  contact: VariableContact,
  options: {
    extras?: Record<string, string>;
    fallbacks?: Record<string, string>;
    asTyped?: readonly string[] | undefined;
  } = {},
): { text: string; missing: string[] } {
  const missing = new Set<string>();
  const merged = replaceVariables(text, (name) => {
    if (options.asTyped?.includes(name)) return null;
    const fallback =
      options.fallbacks !== undefined && Object.hasOwn(options.fallbacks, name) ? options.fallbacks[name]?.trim() : '';
    const value = variableValue(name, contact, options.extras) ?? fallback;
    if (value !== undefined && value !== '') return value;
    missing.add(name);
    return fixValue;
  });
  return { text: merged, missing: [...missing] };
}
