import type { z } from 'zod';
import { said } from './said.ts';

type Issue = z.core.$ZodRawIssue;

type Said = (name: string) => string;

const ofWholeNumber: Said = (name) => `${name} must be a whole number.`;
const ofList: Said = (name) => `${name} must be a list.`;
const ofObject: Said = (name) => `${name} must be an object.`;
const ofId: Said = (name) => `${name} must be an ID, such as 0190c2a4-8f3e-7cc1-9b1a-2f6d5e4c3b2a.`;
const kinds: Readonly<Record<string, Said>> = {
  string: (name) => `${name} must be a text.`,
  number: (name) => `${name} must be a number.`,
  int: ofWholeNumber,
  bigint: ofWholeNumber,
  boolean: (name) => `${name} must be true or false.`,
  array: ofList,
  tuple: ofList,
  object: ofObject,
  record: ofObject,
  null: (name) => `${name} must be null.`,
  undefined: (name) => `${name} must be left out.`,
};
const formats: Readonly<Record<string, Said>> = {
  guid: ofId,
  uuid: ofId,
  email: (name) => `${name} must be an email address.`,
  url: (name) => `${name} must be a web address that begins with https://.`,
  datetime: (name) => `${name} must be a time, such as 2026-11-29T14:00:00Z.`,
  date: (name) => `${name} must be a day, such as 2026-11-29.`,
  time: (name) => `${name} must be a time of day, such as 14:00.`,
};
/** The choices that are listed; of more, the documentation has the rest. */
const mostChoices = 30;

/** A field in words: `contacts.2.phone_number` is “Phone number”. @param path into the body, query or URL */
export function fieldName(path: readonly PropertyKey[]): string {
  const last = path.findLast((part) => typeof part === 'string' && !/^\d+$/.test(part));
  if (last === undefined) return 'The request';
  const words = String(last).replaceAll('_', ' ').trim();
  return words === '' ? 'The field' : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Of a field that was left out. */
export const requiredText = (path: readonly PropertyKey[]): string => `${fieldName(path)} is required.`;

/**
 * Why input is refused, with the field named, for schemas that say nothing of their own: the one place where the
 * issues of Zod become words.
 */
export function issueText(issue: Issue): string {
  const path = issue.path ?? [];
  return issue.code === 'invalid_type' && issue.input === undefined && issue.expected !== 'never'
    ? requiredText(path)
    : brokenRule(issue, fieldName(path));
}

/** The issues to tell: of several limits that a value exceeds, the one that counts is the lowest. */
export function toldIssues(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const limits = new Map<string, number>();
  for (const issue of issues) {
    if (issue.code !== 'too_big') continue;
    const field = issue.path.join('.');
    limits.set(field, Math.min(limits.get(field) ?? Number.POSITIVE_INFINITY, Number(issue.maximum)));
  }
  return issues.filter(
    (issue) => issue.code !== 'too_big' || Number(issue.maximum) === limits.get(issue.path.join('.')),
  );
}

function brokenRule(issue: Issue, name: string): string {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected]?.(name) ?? `${name} must be of another type.`;
    case 'invalid_value':
      return choice(name, issue.values);
    case 'too_small':
      return tooSmall(name, issue);
    case 'too_big':
      return tooBig(name, issue);
    case 'invalid_format':
      return wrongFormat(name, issue);
    case 'not_multiple_of':
      return `${name} must be a multiple of ${issue.divisor}.`;
    case 'invalid_union':
      return Array.isArray(issue['options']) ? choice(name, issue['options']) : unknownForm(name);
    case 'unrecognized_keys':
      return `${name} has no field ${issue.keys.map((key) => `“${key}”`).join(', ')}.`;
    case 'invalid_key':
      return `${name} has a name that is not accepted.`;
    default:
      return `${name} is not accepted.`;
  }
}

const unknownForm: Said = (name) => `${name} is not in a form that is accepted here.`;

function choice(name: string, values: readonly unknown[]): string {
  const known = values.slice(0, mostChoices).map((value) => String(value));
  return known.length === 1
    ? `${name} must be ${known[0]}.`
    : `${name} must be one of: ${known.join(', ')}${values.length > known.length ? ', …' : ''}.`;
}

const inWords = (count: number | bigint) => count.toLocaleString('en');
const isOne = (count: number | bigint) => Number(count) === 1;
const amounts: Readonly<Record<string, (count: number | bigint) => string>> = {
  string: (count) => (isOne(count) ? said('1 character') : said(`${inWords(count)} characters`)),
  array: (count) => (isOne(count) ? said('1 item') : said(`${inWords(count)} items`)),
  set: (count) => (isOne(count) ? said('1 item') : said(`${inWords(count)} items`)),
  map: (count) => (isOne(count) ? said('1 entry') : said(`${inWords(count)} entries`)),
  file: (count) => (isOne(count) ? said('1 byte') : said(`${inWords(count)} bytes`)),
};

function tooSmall(name: string, { origin, minimum, inclusive, exact }: Extract<Issue, { code: 'too_small' }>): string {
  const amount = amounts[origin]?.(minimum);
  if (amount !== undefined) {
    if (exact) return `${name} must have exactly ${amount}.`;
    return isOne(minimum) ? `${name} is required.` : `${name} must have at least ${amount}.`;
  }
  if (minimum === Number.MIN_SAFE_INTEGER) return `${name} is too small a number.`;
  return inclusive === false
    ? `${name} must be more than ${inWords(minimum)}.`
    : `${name} must be at least ${inWords(minimum)}.`;
}

function tooBig(name: string, { origin, maximum, inclusive, exact }: Extract<Issue, { code: 'too_big' }>): string {
  const amount = amounts[origin]?.(maximum);
  if (amount !== undefined)
    return exact ? `${name} must have exactly ${amount}.` : `${name} must have at most ${amount}.`;
  if (maximum === Number.MAX_SAFE_INTEGER) return `${name} is too large a number.`;
  return inclusive === false
    ? `${name} must be less than ${inWords(maximum)}.`
    : `${name} must be at most ${inWords(maximum)}.`;
}

function wrongFormat(name: string, issue: Extract<Issue, { code: 'invalid_format' }>): string {
  if (issue.format === 'starts_with') return `${name} must begin with ${issue['prefix']}.`;
  if (issue.format === 'ends_with') return `${name} must end with ${issue['suffix']}.`;
  if (issue.format === 'includes') return `${name} must contain ${issue['includes']}.`;
  return (formats[issue.format] ?? unknownForm)(name);
}
