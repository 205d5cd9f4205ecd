import { replaceVariables } from '@parley/contract/variables';
import { invalid } from './errors.ts';

/** The names of a path: `items[0].name` and `$.items.0.name` are the same. */
function namesOf(path: string): string[] {
  return path
    .replace(/^\$\.?/, '')
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((name) => name !== '');
}

/**
 * The value at a path of a body, as text.
 * @returns null when nothing is there
 * @throws AppError validation_failed for an object or a list
 */
export function readValue(body: unknown, path: string): string | null {
  let value = body;
  for (const name of namesOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  if (value === null || value === undefined) return null;
  if (typeof value === 'object') throw invalid(path, 'This is not a single value. Name a value inside it.');
  // PostgreSQL stores neither NUL nor halves of characters.
  const text = String(value).toWellFormed().replaceAll('\u0000', '').trim();
  return text === '' ? null : text;
}

/** @throws AppError validation_failed when nothing is there */
export function requireValue(body: unknown, path: string): string {
  const value = readValue(body, path);
  if (value === null) throw invalid(path, 'The body has no value here.');
  return value;
}

/** A text with the values of the body in place of `{{path}}`. @throws AppError validation_failed for a missing one */
export function fillValues(text: string, body: unknown): string {
  return replaceVariables(text, (path) => requireValue(body, path));
}
