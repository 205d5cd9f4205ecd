import type { CustomField } from '@parley/contract/types';
import { parseYesNo } from './yes-no.ts';

type Typed = Pick<CustomField, 'type' | 'choices'>;

/**
 * Normalizes a value for the type of its field: numbers with a decimal point, dates as year-month-day, choices in the
 * field's spelling, booleans as `yes` and `no`.
 * @returns the value, or why it is not valid
 */
export function normalizeFieldValue(field: Typed, value: string): { value: string } | { problem: string } {
  const text = value.trim();
  if (field.type === 'text' || text === '') return { value: field.type === 'text' ? value : '' };
  switch (field.type) {
    case 'number':
      return /^[-+]?\d{1,15}([.]\d{1,12})?$/.test(text)
        ? { value: text }
        : { problem: 'Write a number, like 12 or 3.5.' };
    case 'date':
      return isDate(text) ? { value: text.slice(0, 10) } : { problem: 'Enter a date like 2027-03-31.' };
    case 'yes_no': {
      const isYes = parseYesNo(text);
      return isYes === undefined ? { problem: 'Write yes or no.' } : { value: isYes ? 'yes' : 'no' };
    }
    case 'choice': {
      const chosen = field.choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
      return chosen === undefined ? { problem: `Choose one of: ${field.choices.join(', ')}.` } : { value: chosen };
    }
  }
}

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:$|T)/.exec(text);
  if (match === null) return false;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
