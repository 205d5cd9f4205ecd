import { readFileSync } from 'node:fs';
import { webhookFields } from '@parley/whatsapp-fixtures';
import { expect, it } from 'vitest';
import { KEPT_FIELDS, READ_FIELDS } from './parse-field.ts';

/** The fields that Meta's OpenAPI file names, where `META_OPENAPI` says where it is. */
function fieldsOfFile(): string[] {
  const path = process.env.META_OPENAPI;
  if (path === undefined) return [];
  const change = readFileSync(path, 'utf8').split(/^ {4}Change:$/m)[1] ?? '';
  const list = /^ {8}field:\n(?: {10}.*\n)*? {10}enum:\n((?: {10}- .*\n)+)/m.exec(change)?.[1] ?? '';
  return [...list.matchAll(/- (\w+)/g)].map(([, name = '']) => name);
}

it.each([...new Set([...webhookFields, ...fieldsOfFile()])])('%s is read, or kept with a reason', (field) => {
  expect([READ_FIELDS.includes(field), KEPT_FIELDS.has(field)].filter(Boolean)).toHaveLength(1);
});

it('the file names fields, where it is given', () => {
  if (process.env.META_OPENAPI !== undefined) expect(fieldsOfFile()).toContain('group_lifecycle_update');
});
