import { expect, it } from 'vitest';
import { findVariables, readsAs, variableTypedAt } from './typed-variable.ts';

const values = {
  contact: { name: 'Ana Silva', phone_number: '351912345678', custom_fields: { 'Order number': '4711' } },
  customFields: ['Order number', 'Città'],
};

it('two braces before the cursor begin a variable, also those of East Asian keyboards', () => {
  expect(variableTypedAt('Hello {{', 8)).toEqual({ from: 6, typed: '' });
  expect(variableTypedAt('Hello {{fir, bye', 11)).toEqual({ from: 6, typed: 'fir' });
  expect(variableTypedAt('｛｛名', 3)).toEqual({ from: 0, typed: '名' });
  expect(variableTypedAt('Hello @{fir', 11)).toEqual({ from: 6, typed: 'fir' });
  for (const text of ['Hello {', 'Hello {{NAME}}', 'Hello {{NAME}} you', '{{ a\nb']) {
    expect(variableTypedAt(text, text.length), text).toBeNull();
  }
});

it('variables are found by any part of their name, in any case and without accents, with the value of the contact', () => {
  expect(findVariables(values, 'n').map(({ name }) => name)).toEqual([
    'NAME',
    'FIRST_NAME',
    'LAST_NAME',
    'PHONE_NUMBER',
    'Order number',
  ]);
  expect(findVariables(values, 'ORDER')).toEqual([{ name: 'Order number', value: '4711' }]);
  expect(findVariables(values, 'citta')).toEqual([{ name: 'Città', value: null }]);
  expect(findVariables(values, 'bike')).toEqual([]);
});

it('a text reads as the contact will get it; what has no value stays as it stands', () => {
  expect(readsAs('Dear {{FIRST_NAME}}, {{Order number}} in {{Città}}', values)).toBe('Dear Ana, 4711 in {{Città}}');
  expect(readsAs('Dear {{FIRST_NAME}}', undefined)).toBe('Dear {{FIRST_NAME}}');
});
