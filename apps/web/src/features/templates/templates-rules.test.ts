import type { Template } from '@parley/contract/types';
import { describe, expect, test } from 'vitest';
import { offeredTemplates } from './order.ts';
import { knownValues, merged, prefill, variableCalled } from './prefill.ts';

const layla = {
  name: 'Layla Haddad',
  phone_number: '447700900000',
  custom_fields: { 'Order number': 'A-17', Empty: '' },
};
const fields = ['Order number', 'Empty', 'Frame'];
const named = (text: string) => ({ parameter_format: 'NAMED', components: [{ type: 'BODY', text }] });
const numbered = (text: string) => ({ parameter_format: 'POSITIONAL', components: [{ type: 'BODY', text }] });

describe('what the contact tells', () => {
  test.each([
    ['first_name', 'FIRST_NAME'],
    ['firstName', 'FIRST_NAME'],
    ['phone_number', 'PHONE_NUMBER'],
    ['order_number', 'Order number'],
    ['day', null],
    ['1', null],
  ])('%s means %s', (name, variable) => {
    expect(variableCalled(name, fields)).toBe(variable);
  });

  test.each([
    ['by its name', named('Hello {{first_name}}, {{order_number}} on {{day}}.'), ['Layla', 'A-17', '']],
    ['a greeting', numbered('Hi {{1}}, your order {{2}} is ready.'), ['Layla', '']],
    ['a greeting in another language', numbered('Hallo {{1}}! Ihre Bestellung {{2}}'), ['Layla', '']],
    ['no greeting', numbered('Your order {{1}} is ready, {{2}}.'), ['', '']],
    ['nothing known', named('For {{empty}} and {{frame}}'), ['', '']],
  ])('%s', (_name, template, values) => {
    expect(Object.values(prefill(template, layla, fields))).toEqual(values);
  });

  test('only what has a value can be put in', () => {
    expect(knownValues({ ...layla, phone_number: null }, fields).map(({ variable }) => variable)).toEqual([
      'FIRST_NAME',
      'LAST_NAME',
      'NAME',
      'Order number',
    ]);
  });

  test('merge variables that are typed are filled in, and what they lack is named', () => {
    expect(merged({ 'body.1': ' Dear {{NAME}} ', 'body.2': '{{Frame}}' }, layla)).toEqual({
      values: { 'body.1': 'Dear Layla Haddad', 'body.2': 'FIX VALUE' },
      missing: { 'body.2': 'Frame' },
    });
  });
});

describe('what is offered', () => {
  const template = (id: string, changes: Partial<Template> = {}): Template => ({
    id,
    waba_id: '1',
    name: id,
    language: 'en',
    category: null,
    status: 'ACTIVE',
    status_reason: null,
    quality: null,
    parameter_format: null,
    components: [{ type: 'BODY', text: `Text of ${id}` }],
    fetched_at: null,
    version: 1,
    ...changes,
  });
  const all = [
    template('booking'),
    template('carousel', { components: [{ type: 'CAROUSEL' }] }),
    template('order_ready', { language: 'de' }),
    template('paused', { status: 'PAUSED' }),
    template('untold', { components: null }),
  ];
  const idsOf = (defaultId: string | null, search: string) =>
    offeredTemplates(all, defaultId, search).map((offered) => offered.template.id);

  test('the default first, what cannot be filled in last, what is not active not at all', () => {
    expect(idsOf('order_ready', '')).toEqual(['order_ready', 'booking', 'carousel', 'untold']);
    expect(idsOf('paused', '')).toEqual(['booking', 'order_ready', 'carousel', 'untold']);
  });

  test('every typed word is in name, language or text', () => {
    expect(idsOf(null, 'order ready')).toEqual(['order_ready']);
    expect(idsOf(null, 'TEXT de')).toEqual(['order_ready']);
    expect(idsOf(null, 'nothing')).toEqual([]);
  });
});
