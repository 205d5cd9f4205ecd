import { fillTemplate, templateDisplay, templateSlots } from '@parley/contract/template-fill';
import type { AudienceCheck, Channel, Template } from '@parley/contract/types';
import { describe, expect, test } from 'vitest';
import { defaultName, freshDraft, isSame, mergeDrafts } from './draft.ts';
import { dayTimeIn, momentIn } from './moment.ts';
import { mostNumbers, splitNumbers, takeNumbers } from './numbers.ts';
import { type DraftFacts, trimmed, troublesOf } from './steps.ts';
import { previewValues, testValues, valuesFor } from './values.ts';

const channel = { id: 'channel', sandbox: false, state: 'ACTIVE' } as Channel;
const template = {
  id: 'template',
  status: 'ACTIVE',
  parameter_format: 'POSITIONAL',
  components: [{ type: 'BODY', text: 'Hi {{1}}, your order {{2}} is ready.' }],
} as Partial<Template> as Template;
const check: AudienceCheck = {
  total: 12,
  will_receive: 10,
  excluded: [],
  duplicates: 0,
  missing: [],
  seconds: 1,
  countries: [],
};
const whole = {
  ...freshDraft('Autumn', channel),
  audience: { contact_list_ids: ['list'] },
  template_id: 'template',
  variables: { 'body.1': { field: 'FIRST_NAME' }, 'body.2': { value: 'A-17' } },
};
const facts: DraftFacts = {
  channel,
  templates: [template],
  customFields: ['Bike'],
  check,
  nowMs: Date.UTC(2026, 10, 22),
};
const kinds = (draft: typeof whole, more: Partial<DraftFacts> = {}) =>
  troublesOf(draft, { ...facts, ...more }).map(({ kind }) => kind);

test('a name says what and when, and is never longer than a name may be', () => {
  expect(defaultName('autumn_service', '20 Nov')).toBe('autumn_service - 20 Nov');
  expect(defaultName('x'.repeat(300), '20 Nov')).toHaveLength(200);
});

describe('numbers as text', () => {
  test.each([
    ['+44 7700 900118\n+44 7700 900119', ['+44 7700 900118', '+44 7700 900119']],
    ['07700 900118, 07700 900119; (020) 7946 0018', ['07700 900118', '07700 900119', '(020) 7946 0018']],
    ['+447700900118 +447700900119', ['+447700900118', '+447700900119']],
    ['Ana\t+447700900118\r\n\r\nBen\t12', ['Ana', '+447700900118', 'Ben', '12']],
    ['  \n , ', []],
  ])('%j', (text, numbers) => {
    expect(splitNumbers(text)).toEqual(numbers);
  });

  test('no more than one broadcast takes, and how many are left over', () => {
    const text = Array.from({ length: mostNumbers + 3 }, (_, at) => `+4477${at}`).join('\n');
    const { numbers, left } = takeNumbers(text);
    expect(numbers).toHaveLength(mostNumbers);
    expect(left).toBe(3);
  });
});

describe('a time in a zone', () => {
  test.each([
    ['Europe/London', '2026-11-24', '09:00', '2026-11-24T09:00:00.000Z'],
    ['Europe/London', '2026-07-24', '09:00', '2026-07-24T08:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-24', '09:00', '2026-11-24T03:30:00.000Z'],
    // Clocks go from 01:00 to 02:00, and from 02:00 back to 01:00.
    ['Europe/London', '2026-03-29', '01:30', '2026-03-29T01:30:00.000Z'],
    ['Europe/London', '2026-10-25', '01:30', '2026-10-25T00:30:00.000Z'],
  ])('%s %s %s', (zone, day, time, expected) => {
    expect(new Date(momentIn(zone, { day, time }) ?? 0).toISOString()).toBe(expected);
  });

  test('and back', () => {
    expect(dayTimeIn('America/New_York', Date.UTC(2026, 10, 24, 3, 5))).toEqual({ day: '2026-11-23', time: '22:05' });
    expect(momentIn('Europe/London', { day: '', time: '09:00' })).toBeNull();
  });
});

describe('what stands in the way', () => {
  test('nothing, when everything is said', () => {
    expect(kinds(whole)).toEqual([]);
  });

  test('each step tells its own', () => {
    expect(kinds({ ...whole, name: ' ' })).toEqual(['name']);
    expect(kinds(whole, { channel: undefined })).toEqual(['channel']);
    expect(kinds(whole, { channel: { ...channel, state: 'PAUSED' } })).toEqual(['paused']);
    expect(kinds({ ...whole, audience: { contact_list_ids: [] } })).toEqual(['people']);
    expect(kinds(whole, { check: { ...check, will_receive: 0 } })).toEqual(['nobody']);
    expect(kinds({ ...whole, template_id: 'other' })).toEqual(['template_gone']);
    expect(kinds(whole, { templates: [{ ...template, status: 'PAUSED' }] })).toEqual(['template_state']);
    expect(kinds({ ...whole, schedule: { at: '2026-11-21T09:00:00.000Z' } } as typeof whole)).toEqual(['past']);
  });

  test('a variable without a source, with a field that is gone, and people without a value', () => {
    const { 'body.2': second } = whole.variables;
    expect(kinds({ ...whole, variables: { 'body.2': second } } as typeof whole)).toEqual(['source']);
    const gone = { ...whole, variables: { ...whole.variables, 'body.1': { field: 'Colour' } } };
    expect(kinds(gone)).toEqual(['source']);
    expect(kinds(gone, { customFields: ['Colour'] })).toEqual([]);
    const lacking = { check: { ...check, missing: [{ key: 'body.1', count: 7 }] } };
    expect(troublesOf(whole, { ...facts, ...lacking })).toEqual([
      { step: 'message', kind: 'missing', key: 'body.1', count: 7 },
    ]);
    expect(kinds({ ...whole, exclude: { missing_values: true } }, lacking)).toEqual([]);
  });

  test('an audience without people has no parts', () => {
    expect(trimmed({ contact_list_ids: [], phone_numbers: [], filter: { all: [] } })).toEqual({});
  });
});

describe('two people change one draft', () => {
  test('different things are both kept', () => {
    const { draft, both } = mergeDrafts(whole, { ...whole, name: 'Mine' }, { ...whole, purpose: 'Theirs' });
    expect(both).toEqual([]);
    expect(draft).toEqual({ ...whole, name: 'Mine', purpose: 'Theirs' });
  });

  test('of the same thing mine stands until somebody chose', () => {
    const { draft, both } = mergeDrafts(whole, { ...whole, name: 'Mine' }, { ...whole, name: 'Theirs' });
    expect(both).toEqual(['name']);
    expect(draft.name).toBe('Mine');
  });

  test('the order of keys is no change', () => {
    expect(isSame({ a: 1, b: { c: 2, d: [3] } }, { b: { d: [3], c: 2 }, a: 1 })).toBe(true);
  });
});

describe('what stands in the template', () => {
  const slots = templateSlots(template);
  const person = { contact_id: 'a', name: 'Ana', phone_number: null, values: { 'body.1': 'Ana', 'body.2': 'A-17' } };
  const words = (field: string) => (field === 'FIRST_NAME' ? 'First name' : field);
  const bodyOf = (values: Record<string, string>) => templateDisplay(template, fillTemplate(template, values)).body;

  test('for a person, for nobody, and for a test', () => {
    expect(bodyOf(valuesFor(slots, whole.variables, person, words))).toBe('Hi Ana, your order A-17 is ready.');
    const nobody = valuesFor(slots, whole.variables, null, words);
    expect(bodyOf(nobody)).toBe('Hi [First name], your order A-17 is ready.');
    expect(bodyOf(testValues(slots, {}))).toBe('Hi 1, your order 2 is ready.');
  });

  test('what one lacks never moves into the place of another', () => {
    const lacking = valuesFor(slots, whole.variables, { ...person, values: { 'body.2': 'A-17' } }, words);
    expect(bodyOf(previewValues(slots, lacking))).toBe('Hi FIX VALUE, your order A-17 is ready.');
  });
});
