/*
 * Merge variables: {{FIRST_NAME}}, the account's own fields, and what a caller supplies. The one implementation, for
 * previews in the browser and for what is really sent.
 */

export const primaryVariables = ['FIRST_NAME', 'LAST_NAME', 'NAME', 'PHONE_NUMBER'] as const;
export type PrimaryVariable = (typeof primaryVariables)[number];

/** Stands where a value is missing; a text that still has it is never sent. */
export const fixValue = 'FIX VALUE';

/** Who a text is for, as far as merging needs it. */
export type MergePerson = {
  name: string;
  /** E.164 digits without plus. */
  phone_number: string | null;
  custom_fields: Record<string, string>;
};

/** Names of the four that every contact has: no field may be called so, whatever the case. */
export function isReservedName(name: string): boolean {
  return (primaryVariables as readonly string[]).includes(name.trim().toUpperCase());
}

/** @param customFields names of the account's fields @param extras names that this caller supplies */
export function isVariableName(name: string, customFields: readonly string[], extras: readonly string[] = []): boolean {
  return (primaryVariables as readonly string[]).includes(name) || customFields.includes(name) || extras.includes(name);
}

/** First word, and the rest, which may be empty. */
export function splitName(name: string): { first: string; last: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return { first, last: rest.join(' ') };
}

/** @returns null when the person has no usable value under the name */
export function mergeValue(name: string, person: MergePerson, extras: Record<string, string> = {}): string | null {
  const value = rawMergeValue(name, person, extras)?.trim();
  return value === undefined || value === '' ? null : value;
}

function rawMergeValue(name: string, person: MergePerson, extras: Record<string, string>): string | undefined {
  switch (name) {
    case 'FIRST_NAME':
      return splitName(person.name).first;
    case 'LAST_NAME':
      return splitName(person.name).last;
    case 'NAME':
      return person.name;
    case 'PHONE_NUMBER':
      return person.phone_number === null ? undefined : `+${person.phone_number}`;
  }
  if (Object.hasOwn(extras, name)) return extras[name];
  return Object.hasOwn(person.custom_fields, name) ? person.custom_fields[name] : undefined;
}

const slot = /\{\{\s*([^{}]{1,60}?)\s*\}\}/g;

/** Names that a text asks for, each once, in order. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(slot)].map(([, name]) => name ?? ''))];
}

/** The same text with another name in every slot that had the old one. */
export function renameVariable(text: string, from: string, to: string): string {
  return text.replaceAll(slot, (whole, name: string) => (name === from ? `{{${to}}}` : whole));
}

/**
 * A text for one person. Values are put in as they are, never read again: a name with braces in it stays a name.
 * @param fallbacks values for those who have none, by variable
 * @returns the text with `FIX VALUE` where nothing could be put, and the names for which that was so
 */
export function mergeText(
  text: string,
  person: MergePerson,
  options: { extras?: Record<string, string>; fallbacks?: Record<string, string> } = {},
): { text: string; missing: string[] } {
  const missing = new Set<string>();
  const merged = text.replaceAll(slot, (_whole, name: string) => {
    const fallback =
      options.fallbacks !== undefined && Object.hasOwn(options.fallbacks, name) ? options.fallbacks[name]?.trim() : '';
    const value = mergeValue(name, person, options.extras) ?? fallback;
    if (value !== undefined && value !== '') return value;
    missing.add(name);
    return fixValue;
  });
  return { text: merged, missing: [...missing] };
}
