import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const kinds: Readonly<Record<string, string>> = {
  ...{
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    bigint: 'a whole number',
    boolean: 'true or false',
  },
  ...{
    array: 'a list',
    tuple: 'a list',
    object: 'an object',
    record: 'an object',
    null: 'null',
    undefined: 'left out',
  },
};
const formats: Readonly<Record<string, string>> = {
  ...{
    guid: 'an ID, such as 0190c2a4-8f3e-7cc1-9b1a-2f6d5e4c3b2a',
    uuid: 'an ID, such as 0190c2a4-8f3e-7cc1-9b1a-2f6d5e4c3b2a',
  },
  ...{ email: 'an email address', url: 'a web address that begins with https://' },
  ...{
    datetime: 'a time, such as 2026-11-29T14:00:00Z',
    date: 'a day, such as 2026-11-29',
    time: 'a time of day, such as 14:00',
  },
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
  return issue.code === 'invalid_type' && issue.input === undefined && issue.expected !== 'never'
    ? requiredText(issue.path ?? [])
    : `${fieldName(issue.path ?? [])} ${ruleOf(issue)}.`.replace(/ is empty\.$/, ' is required.');
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

function ruleOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return choice(issue.values);
    case 'too_small':
      return smallRule(issue);
    case 'too_big':
      return bigRule(issue);
    case 'invalid_format':
      return formatRule(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return Array.isArray(issue['options']) ? choice(issue['options']) : 'is not in a form that is accepted here';
    case 'unrecognized_keys':
      return `has no field ${issue.keys.map((key) => `“${key}”`).join(', ')}`;
    case 'invalid_key':
      return 'has a name that is not accepted';
    default:
      return 'is not accepted';
  }
}

function choice(values: readonly unknown[]): string {
  const known = values.slice(0, mostChoices).map((value) => String(value));
  return known.length === 1
    ? `must be ${known[0]}`
    : `must be one of: ${known.join(', ')}${values.length > known.length ? ', …' : ''}`;
}

const counted = (count: number | bigint, one: string) =>
  `${count.toLocaleString('en')} ${one}${Number(count) === 1 ? '' : 's'}`;
const units: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'entry',
  file: 'byte',
};

function smallRule({ origin, minimum, inclusive, exact }: Extract<Issue, { code: 'too_small' }>): string {
  const unit = units[origin];
  if (unit === undefined && minimum === Number.MIN_SAFE_INTEGER) return 'is too small a number';
  if (unit === undefined)
    return `must be ${inclusive === false ? 'more than' : 'at least'} ${minimum.toLocaleString('en')}`;
  if (exact) return `must have exactly ${counted(minimum, unit)}`;
  return Number(minimum) === 1 ? 'is empty' : `must have at least ${counted(minimum, unit)}`;
}

function bigRule({ origin, maximum, inclusive, exact }: Extract<Issue, { code: 'too_big' }>): string {
  const unit = units[origin];
  if (unit === undefined && maximum === Number.MAX_SAFE_INTEGER) return 'is too large a number';
  if (unit === undefined)
    return `must be ${inclusive === false ? 'less than' : 'at most'} ${maximum.toLocaleString('en')}`;
  return `must have ${exact ? 'exactly' : 'at most'} ${counted(maximum, unit)}`;
}

function formatRule(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  if (issue.format === 'starts_with') return `must begin with ${issue['prefix']}`;
  if (issue.format === 'ends_with') return `must end with ${issue['suffix']}`;
  if (issue.format === 'includes') return `must contain ${issue['includes']}`;
  const form = formats[issue.format];
  return form === undefined ? 'is not in a form that is accepted here' : `must be ${form}`;
}
