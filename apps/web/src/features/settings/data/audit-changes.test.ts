import { describe, expect, it } from 'vitest';
import { setFormatLanguage } from '../../../platform/formats.ts';
import { changeRows } from './audit-changes.ts';

const ada = '018f0000-0000-7000-8000-000000000001';
const words = {
  locale: 'en',
  translate: ({ message }: { message?: string }) => message ?? '',
  nameOf: (id: string) => (id === ada ? 'Ada' : null),
};
const rows = (field: string, from: unknown, to: unknown) =>
  changeRows({ field, from, to }, words).map((row) => `${row.field}: ${row.from} → ${row.to}`);

describe('a changed setting', () => {
  it('of one value is shown in words', () => {
    expect(rows('name', 'Bikes', 'Bikes & Co')).toEqual(['Name: Bikes → Bikes & Co']);
    expect(rows('require_two_step_verification', false, true)).toEqual(['Require two step verification: Off → On']);
    expect(rows('closing_soon_minutes', 120, 1_200)).toEqual(['Reply window warning, in minutes: 120 → 1,200']);
    expect(rows('industry', null, 'Retail')).toEqual(['Industry: - → Retail']);
  });

  it('of several parts shows the parts that differ', () => {
    const nine = [{ from: '09:00', to: '18:00' }];
    const days = { mon: nine, tue: nine, sun: [] };
    const holidays = [{ date: '2026-12-25', name: 'Christmas' }];
    expect(
      rows('working_hours', { days, holidays: [] }, { days: { ...days, mon: [], tue: [...nine, ...nine] }, holidays }),
    ).toEqual([
      'Working hours · Days · Monday: 09:00–18:00 → -',
      'Working hours · Days · Tuesday: 09:00–18:00 → 09:00–18:00, 09:00–18:00',
      'Working hours · Holidays · 2026-12-25: - → Christmas',
    ]);
  });

  it('names languages, members and groups', () => {
    expect(
      rows(
        'opt_out_words',
        [{ language: 'de', opt_out: ['STOP'], opt_in: [] }],
        [{ language: 'de', opt_out: ['STOP', 'ENDE'], opt_in: [] }],
      ),
    ).toEqual(['Opt out words · German · Opt-out words: STOP → STOP, ENDE']);
    expect(
      rows('assignment_rule', null, { user_ids: [ada], group_ids: [], capacity: null, only_working: true }),
    ).toEqual(['Assignment rule · Members: - → Ada', 'Assignment rule · Only in working hours: - → On']);
  });

  it('of a flow names the kind of a step, not its id', () => {
    const step = { kind: 'send_text', text: 'Hello' };
    expect(rows('steps.a', step, { ...step, text: 'Hi' })).toEqual(['Steps · Send text · Text: Hello → Hi']);
  });

  it('never shows JSON', () => {
    expect(rows('filter', { all: [{ op: 'is', values: [1, { a: 2 }] }] }, null).join()).not.toMatch(/[{}[\]]/);
  });

  it('of several values has the commas of the page’s language', () => {
    setFormatLanguage('ar');
    try {
      expect(rows('opt_out', ['STOP'], ['STOP', 'END'])).toEqual(['Opt-out words: STOP → STOP، END']);
    } finally {
      setFormatLanguage('en');
    }
  });
});
