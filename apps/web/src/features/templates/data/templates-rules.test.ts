import type { Template } from '@parley/contract/types';
import { variableNamed } from '@parley/contract/variables';
import { describe, expect, test } from 'vitest';
import { defaultTemplateChoices } from './default-template-choices.ts';
import { offeredTemplates } from './offered-templates.ts';
import { knownValues, mergedValues, prefill } from './prefill.ts';

const layla = {
  name: 'Layla Haddad',
  phone_number: '447700900000',
  custom_fields: { 'Order number': 'A-17', Empty: '' },
};
const fields = ['Order number', 'Empty', 'Frame'];
const named = (text: string) => ({ parameter_format: 'NAMED', components: [{ type: 'BODY', text }] });
const numbered = (text: string) => ({ parameter_format: 'POSITIONAL', components: [{ type: 'BODY', text }] });

describe('prefilling from the contact', () => {
  test.each([
    ['first_name', 'FIRST_NAME'],
    ['firstName', 'FIRST_NAME'],
    ['phone_number', 'PHONE_NUMBER'],
    ['order_number', 'Order number'],
    ['day', null],
    ['1', null],
  ])('%s means %s', (name, variable) => {
    expect(variableNamed(name, fields)).toBe(variable);
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

  test('only variables with a value are offered', () => {
    expect(knownValues({ ...layla, phone_number: null }, fields).map(({ variable }) => variable)).toEqual([
      'FIRST_NAME',
      'LAST_NAME',
      'NAME',
      'Order number',
    ]);
  });

  test('typed merge variables are filled in, and missing values are reported', () => {
    expect(mergedValues({ 'body.1': ' Dear {{NAME}} ', 'body.2': '{{Frame}}' }, layla)).toEqual({
      values: { 'body.1': 'Dear Layla Haddad', 'body.2': 'FIX VALUE' },
      missing: { 'body.2': 'Frame' },
    });
  });
});

describe('offered templates', () => {
  const template = (id: string, changes: Partial<Template> = {}): Template => ({
    id,
    waba_id: '1',
    name: id,
    language: 'en',
    category: null,
    status: 'ACTIVE',
    status_reason: null,
    status_at: null,
    paused_until: null,
    next_category: null,
    next_category_at: null,
    draft: null,
    quality: null,
    parameter_format: null,
    components: [{ type: 'BODY', text: `Text of ${id}` }],
    message_send_ttl_seconds: null,
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

  test('the default first, unsupported ones last, inactive ones left out', () => {
    expect(idsOf('order_ready', '')).toEqual(['order_ready', 'booking', 'carousel', 'untold']);
    expect(idsOf('paused', '')).toEqual(['booking', 'order_ready', 'carousel', 'untold']);
  });

  test('every typed word is in name, language or text', () => {
    expect(idsOf(null, 'order ready')).toEqual(['order_ready']);
    expect(idsOf(null, 'TEXT de')).toEqual(['order_ready']);
    expect(idsOf(null, 'nothing')).toEqual([]);
  });
});

describe('choices for a default template', () => {
  const active = { id: 'a', name: 'order_ready', language: 'en', status: 'ACTIVE' } as Partial<Template> as Template;
  const paused = { ...active, id: 'b', name: 'booking', status: 'PAUSED' } as Template;

  test('are the active templates', () => {
    expect(defaultTemplateChoices([active, paused], null)).toEqual([{ value: 'a', label: 'order_ready · en' }]);
  });

  test('keep a chosen template that is not active any more', () => {
    const choices = defaultTemplateChoices([active, paused], { id: 'b', name: 'booking', language: 'en' });
    expect(choices.map(({ value }) => value)).toEqual(['b', 'a']);
  });
});
