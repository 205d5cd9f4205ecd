import { expect, test } from 'vitest';
import { sampleTemplates } from './sample-templates.ts';
import { templateUpdate } from './template-updates.ts';

const now = Date.UTC(2026, 10, 24, 9);
const [sample] = sampleTemplates;
if (sample === undefined) throw new Error('a sample is expected');
const template = { ...sample, status: 'ACTIVE', quality: null, next_category: null, category: 'UTILITY' };
const update = (before: object | null, after: object) =>
  templateUpdate(before === null ? null : { ...template, ...before }, { ...template, ...after }, now);

test.each([
  ['ACTIVE', 'PAUSED', 'paused'],
  ['ACTIVE', 'DISABLED', 'disabled'],
  ['PENDING', 'REJECTED', 'rejected'],
  ['PENDING', 'ACTIVE', 'approved'],
  ['PAUSED', 'ACTIVE', 'resumed'],
  ['DRAFT', 'PENDING', null],
  ['REJECTED', 'PENDING', null],
  ['REJECTED', 'REJECTED', null],
])('%s to %s is %s', (before, after, expected) => {
  expect(update({ status: before }, { status: after })).toBe(expected);
});

test('falling quality is an update, rising quality is none', () => {
  expect(update({ quality: 'GREEN' }, { quality: 'YELLOW' })).toBe('quality');
  expect(update({ quality: 'YELLOW' }, { quality: 'RED' })).toBe('quality');
  expect(update({}, { quality: 'RED' })).toBe('quality');
  expect(update({ quality: 'RED' }, { quality: 'GREEN' })).toBeNull();
  expect(update({ quality: 'RED' }, { quality: 'RED' })).toBeNull();
});

test('a category that changes, or will, is an update once; a draft of a member is none', () => {
  expect(update({}, { next_category: 'MARKETING' })).toBe('category_soon');
  expect(update({ next_category: 'MARKETING' }, { next_category: 'MARKETING' })).toBeNull();
  expect(update({}, { category: 'MARKETING' })).toBe('category');
  expect(update({ status: 'DRAFT' }, { status: 'DRAFT', category: 'MARKETING' })).toBeNull();
});

test('of a template that was not known, only what WhatsApp just reported is an update', () => {
  const at = (ms: number) => new Date(now - ms).toISOString();
  expect(update(null, { status: 'REJECTED', status_at: at(1_000) })).toBe('rejected');
  expect(update(null, { status: 'REJECTED', status_at: at(3_600_000) })).toBeNull();
  expect(update(null, { status: 'REJECTED', status_at: null })).toBeNull();
  expect(update(null, { status: 'ACTIVE', status_at: at(1_000) })).toBeNull();
});
