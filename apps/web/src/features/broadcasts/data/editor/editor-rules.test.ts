import { dayTimeIn, momentIn } from '@parley/contract/local-time';
import {
  fillTemplate,
  listTemplateVariables,
  templateDisplay,
  uploadedFileValue,
} from '@parley/contract/template-fill';
import type { AudienceCheck, Channel, ChannelHealth, Template } from '@parley/contract/types';
import { describe, expect, test } from 'vitest';
import { allowanceLeft } from './channel-health.ts';
import { defaultName, isSame, mergeDrafts, newDraft } from './draft.ts';
import { nextHour } from './moment.ts';
import { maxNumbers, splitNumbers, takeNumbers } from './numbers.ts';
import { type DraftFacts, draftProblems, sendingSeconds, trimmed } from './steps.ts';
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
  links: [],
  duplicates: 0,
  missing: [],
  seconds: 1,
  price: null,
  countries: [],
  zones: [],
};
const whole = {
  ...newDraft('Autumn', channel),
  audience: { contact_list_ids: ['list'] },
  template_id: 'template',
  variables: { 'body.1': { field: 'FIRST_NAME' }, 'body.2': { value: 'A-17' } },
};
const facts: DraftFacts = {
  channel,
  templates: [template],
  customFields: ['Bike'],
  file: { row: null, isGone: false },
  check,
  nowMs: Date.UTC(2026, 10, 22),
  zone: 'UTC',
};
const kinds = (draft: typeof whole, more: Partial<DraftFacts> = {}) =>
  draftProblems(draft, { ...facts, ...more }).map(({ kind }) => kind);

test('a name has template and day, and never exceeds the maximum length', () => {
  expect(defaultName('autumn_service', '20 Nov')).toBe('autumn_service - 20 Nov');
  expect(defaultName('x'.repeat(300), '20 Nov')).toHaveLength(200);
});

describe('numbers as text', () => {
  test.each([
    ['+44 7700 900118\n+44 7700 900119', ['+44 7700 900118', '+44 7700 900119']],
    ['07700 900118, 07700 900119; (020) 7946 0018', ['07700 900118', '07700 900119', '(020) 7946 0018']],
    ['+447700900118 +447700900119', ['+447700900118', '+447700900119']],
    ['Ana\t+447700900118\r\n\r\nBen\t12', ['Ana', '+447700900118', 'Ben', '12']],
    ['+٤٤٧٧٠٠٩٠٠١١٨، ＋447700900119 \u202a+447700900120\u202c', ['+447700900118', '+447700900119', '+447700900120']],
    ['  \n , ', []],
  ])('%j', (text, numbers) => {
    expect(splitNumbers(text)).toEqual(numbers);
  });

  test('no more than one broadcast accepts, with the number of the remaining ones', () => {
    const text = Array.from({ length: maxNumbers + 3 }, (_, at) => `+4477${at}`).join('\n');
    const { numbers, left } = takeNumbers(text);
    expect(numbers).toHaveLength(maxNumbers);
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

describe('problems of a draft', () => {
  test('none when it is complete', () => {
    expect(kinds(whole)).toEqual([]);
  });

  test('each step has its own', () => {
    expect(kinds({ ...whole, name: ' ' })).toEqual(['name']);
    expect(kinds(whole, { channel: undefined })).toEqual(['channel']);
    expect(kinds(whole, { channel: { ...channel, state: 'PAUSED' } })).toEqual(['paused']);
    expect(kinds({ ...whole, audience: { contact_list_ids: [] } })).toEqual(['people']);
    expect(kinds(whole, { check: { ...check, will_receive: 0 } })).toEqual(['nobody']);
    expect(kinds({ ...whole, template_id: 'other' })).toEqual(['template_gone']);
    expect(kinds(whole, { templates: [{ ...template, status: 'PAUSED' }] })).toEqual(['template_state']);
    expect(kinds({ ...whole, schedule: { at: '2026-11-21T09:00:00.000Z' } } as typeof whole)).toEqual(['past']);
  });

  test('a header file is uploaded, or named by a web address', () => {
    const pictured = { ...template, components: [{ type: 'HEADER', format: 'IMAGE' }] };
    const withFile = (value: string) =>
      kinds({ ...whole, variables: { ...whole.variables, 'header.file': { value } } } as typeof whole, {
        templates: [pictured],
      });
    expect(withFile('a picture')).toEqual(['source']);
    expect(withFile('https://shop.example/a.png')).toEqual([]);
    expect(withFile(uploadedFileValue('01a20d4b-8a25-739a-9168-3c2d2980dfc2'))).toEqual([]);
  });

  test('what is at the address of a file is a problem of the message, of its variant', () => {
    const links = [
      { key: 'body.1', msg: 'Nothing is there.' },
      { key: 'body.1', msg: 'A web page.', variant: 'B' as const },
    ];
    expect(draftProblems(whole, { ...facts, check: { ...check, links } })).toEqual([
      { step: 'message', kind: 'link', key: 'body.1', msg: 'Nothing is there.' },
    ]);
  });

  test('a variable without a source, with a deleted field, and contacts without a value', () => {
    const { 'body.2': second } = whole.variables;
    expect(kinds({ ...whole, variables: { 'body.2': second } } as typeof whole)).toEqual(['source']);
    const gone = { ...whole, variables: { ...whole.variables, 'body.1': { field: 'Colour' } } };
    expect(kinds(gone)).toEqual(['source']);
    expect(kinds(gone, { customFields: ['Colour'] })).toEqual([]);
    const lacking = { check: { ...check, missing: [{ key: 'body.1', count: 7 }] } };
    expect(draftProblems(whole, { ...facts, ...lacking })).toEqual([
      { step: 'message', kind: 'missing', key: 'body.1', count: 7 },
    ]);
    expect(kinds({ ...whole, exclude: { missing_values: true } }, lacking)).toEqual([]);
  });

  test('an audience without contacts has no parts', () => {
    expect(trimmed({ contact_list_ids: [], phone_numbers: [], filter: { all: [] } })).toEqual({});
  });
});

describe('two users change one draft', () => {
  test('changes to different parts are both kept', () => {
    const { draft, conflicts } = mergeDrafts(whole, { ...whole, name: 'Mine' }, { ...whole, purpose: 'Theirs' });
    expect(conflicts).toEqual([]);
    expect(draft).toEqual({ ...whole, name: 'Mine', purpose: 'Theirs' });
  });

  test('of the same part mine is shown until the user chose', () => {
    const { draft, conflicts } = mergeDrafts(whole, { ...whole, name: 'Mine' }, { ...whole, name: 'Theirs' });
    expect(conflicts).toEqual(['name']);
    expect(draft.name).toBe('Mine');
  });

  test('the order of keys is not a change', () => {
    expect(isSame({ a: 1, b: { c: 2, d: [3] } }, { b: { d: [3], c: 2 }, a: 1 })).toBe(true);
  });
});

describe('values in the template', () => {
  const variables = listTemplateVariables(template);
  const contact = { contact_id: 'a', name: 'Ana', phone_number: null, values: { 'body.1': 'Ana', 'body.2': 'A-17' } };
  const words = (field: string) => (field === 'FIRST_NAME' ? 'First name' : field);
  const bodyOf = (values: Record<string, string>) => templateDisplay(template, fillTemplate(template, values)).body;

  test('for a contact, without one, and for a test', () => {
    expect(bodyOf(valuesFor(variables, whole.variables, contact, words))).toBe('Hi Ana, your order A-17 is ready.');
    const nobody = valuesFor(variables, whole.variables, null, words);
    expect(bodyOf(nobody)).toBe('Hi [First name], your order A-17 is ready.');
    expect(bodyOf(testValues(variables, {}))).toBe('Hi 1, your order 2 is ready.');
  });

  test('a missing value never shifts the ones after it', () => {
    const lacking = valuesFor(variables, whole.variables, { ...contact, values: { 'body.2': 'A-17' } }, words);
    expect(bodyOf(previewValues(variables, lacking))).toBe('Hi FIX VALUE, your order A-17 is ready.');
  });
});

test('the suggested start is the full hour at least half an hour away', () => {
  expect(nextHour(Date.parse('2026-11-22T09:10:00.000Z'))).toBe('2026-11-22T10:00:00.000Z');
  expect(nextHour(Date.parse('2026-11-22T09:40:00.000Z'))).toBe('2026-11-22T11:00:00.000Z');
});

test('the remaining daily allowance is known for numbers with a limit', () => {
  const health = (allowance: number | null, used: number) =>
    ({ number: { allowance }, allowance_used: used }) as Partial<ChannelHealth> as ChannelHealth;
  expect(allowanceLeft(health(1_000, 400))).toEqual({ left: 600, limit: 1_000 });
  expect(allowanceLeft(health(1_000, 1_200))).toEqual({ left: 0, limit: 1_000 });
  expect(allowanceLeft(health(-1, 400))).toBeNull();
  expect(allowanceLeft(health(null, 400))).toBeNull();
  expect(allowanceLeft(undefined)).toBeNull();
});

test('sending takes as long as it is spread over, and the wait before the rest comes on top', () => {
  const draft = newDraft('Autumn', channel);
  const share = { percent: 5, wait_hours: 1, rest: 'go_on', failure_percent: 25, opt_out_percent: 5 } as const;
  const secondsOf = (schedule: typeof draft.schedule) => sendingSeconds({ ...draft, schedule }, check);
  expect(secondsOf({})).toBe(1);
  expect(secondsOf({ first_share: share })).toBe(3_601);
  expect(secondsOf({ spread_hours: 2, first_share: share })).toBe(3 * 3_600);
  expect(secondsOf({ per_day: 4 })).toBe(2 * 86_400);
});
