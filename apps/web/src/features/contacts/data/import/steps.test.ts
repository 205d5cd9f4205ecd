import type { ContactImport } from '@parley/contract/types';
import { describe, expect, test } from 'vitest';
import { hasStarted, openSteps, stepOf } from './steps.ts';

const column: ContactImport['columns'][number] = {
  name: 'Phone',
  samples: [],
  suggestion: { target: 'phone' },
  confidence: 1,
};
const row = (state: ContactImport['state'], more: Partial<ContactImport> = {}): ContactImport => ({
  id: 'i',
  name: 'people.csv',
  state,
  format: null,
  encoding: null,
  delimiter: null,
  has_header: true,
  received_bytes: 0,
  columns: [column],
  looks_like: null,
  mapping: null,
  rules: null,
  rows: 0,
  done: 0,
  rows_available: true,
  rows_per_s: null,
  remaining_s: null,
  checked_ms: null,
  check: { new: 0, updated: 0, unchanged: 0, duplicates: 0, invalid: 0 },
  result: { added: 0, updated: 0, unchanged: 0, rejected: 0, undone: 0, kept: 0 },
  contact_list_id: null,
  undo_until: null,
  error: null,
  created_by: 'x',
  created_at: '',
  ended_at: null,
  ...more,
});
const mapped = { mapping: [{ target: 'phone' as const }] };

describe('the step that is shown', () => {
  test.each([
    ['check', null, 'upload'],
    ['map', row('uploading'), 'upload'],
    ['check', row('reading', mapped), 'upload'],
    [undefined, row('mapping'), 'upload'],
    ['rules', row('mapping'), 'rules'],
    ['check', row('mapping'), 'rules'],
    ['check', row('mapping', mapped), 'check'],
    [undefined, row('ready', mapped), 'check'],
    ['map', row('ready', mapped), 'map'],
    ['check', row('running', mapped), 'run'],
    ['upload', row('done', mapped), 'run'],
    ['nonsense', row('mapping'), 'rules'],
    ['map', row('failed'), 'upload'],
    ['upload', row('cancelled'), 'run'],
  ] as const)('asked for %s', (asked, given, step) => {
    expect(stepOf(asked, given)).toBe(step);
    expect(openSteps(given)).toContain(step);
  });

  test('nothing can be changed after the import has started', () => {
    expect(hasStarted(row('paused'))).toBe(true);
    expect(hasStarted(row('ready'))).toBe(false);
  });
});
