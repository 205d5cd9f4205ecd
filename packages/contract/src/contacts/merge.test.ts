import { describe, expect, test } from 'vitest';
import { isReservedName, isVariableName, mergeText, renameVariable, splitName, variablesIn } from './merge.ts';

const ada = { name: 'Ada King Lovelace', phone_number: '447700900118', custom_fields: { City: 'Leeds', Empty: ' ' } };

describe('merge variables', () => {
  test.each([
    ['Hello {{FIRST_NAME}}!', 'Hello Ada!'],
    ['{{ LAST_NAME }}', 'King Lovelace'],
    ['{{NAME}} {{PHONE_NUMBER}}', 'Ada King Lovelace +447700900118'],
    ['{{City}}, {{City}}', 'Leeds, Leeds'],
    ['{{Code}}', 'X1'],
    ['no slots {here} {{', 'no slots {here} {{'],
  ])('%s is %s', (text, merged) => {
    expect(mergeText(text, ada, { extras: { Code: 'X1' } })).toEqual({ text: merged, missing: [] });
  });

  test('a value that is missing stands out, unless there is a fallback', () => {
    expect(mergeText('{{Empty}} {{Nobody}}', ada)).toEqual({
      text: 'FIX VALUE FIX VALUE',
      missing: ['Empty', 'Nobody'],
    });
    expect(mergeText('{{Empty}}', ada, { fallbacks: { Empty: 'friend' } })).toEqual({ text: 'friend', missing: [] });
  });

  test('values are never read as texts with slots', () => {
    const eve = { ...ada, name: '{{PHONE_NUMBER}} $& $1' };
    expect(mergeText('{{NAME}}', eve).text).toBe('{{PHONE_NUMBER}} $& $1');
    expect(mergeText('{{constructor}}', ada).missing).toEqual(['constructor']);
  });

  test('names', () => {
    expect(splitName('  Ada  ')).toEqual({ first: 'Ada', last: '' });
    expect(variablesIn('{{a}} {{ b }} {{a}}')).toEqual(['a', 'b']);
    expect(renameVariable('{{City}} {{ City }} {{Citys}}', 'City', 'Town')).toBe('{{Town}} {{Town}} {{Citys}}');
    expect(isReservedName('first_name')).toBe(true);
    expect(isVariableName('first_name', [])).toBe(false);
    expect(isVariableName('City', ['City'])).toBe(true);
    expect(isVariableName('Extra', [], ['Extra'])).toBe(true);
  });
});
