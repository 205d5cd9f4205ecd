import { describe, expect, test } from 'vitest';
import {
  isReservedName,
  isVariableName,
  renameVariable,
  renderText,
  splitName,
  unknownVariables,
  variablesIn,
  withFallbacks,
} from './variables.ts';

const ada = { name: 'Ada King Lovelace', phone_number: '447700900118', custom_fields: { City: 'Leeds', Empty: ' ' } };

describe('merge variables', () => {
  test.each([
    ['Hello {{FIRST_NAME}}!', 'Hello Ada!'],
    ['{{ LAST_NAME }}', 'King Lovelace'],
    ['{{NAME}} {{PHONE_NUMBER}}', 'Ada King Lovelace +447700900118'],
    ['{{City}}, {{City}}', 'Leeds, Leeds'],
    ['{{Code}}', 'X1'],
    ['no variables {here} {{', 'no variables {here} {{'],
  ])('%s is %s', (text, merged) => {
    expect(renderText(text, ada, { extras: { Code: 'X1' } })).toEqual({ text: merged, missing: [] });
  });

  test('a missing value is shown as FIX VALUE, unless there is a fallback', () => {
    expect(renderText('{{Empty}} {{Nobody}}', ada)).toEqual({
      text: 'FIX VALUE FIX VALUE',
      missing: ['Empty', 'Nobody'],
    });
    expect(renderText('{{Empty}}', ada, { fallbacks: { Empty: 'friend' } })).toEqual({ text: 'friend', missing: [] });
  });

  test('values are never parsed for variables', () => {
    const eve = { ...ada, name: '{{PHONE_NUMBER}} $& $1' };
    expect(renderText('{{NAME}}', eve).text).toBe('{{PHONE_NUMBER}} $& $1');
    expect(renderText('{{constructor}}', ada).missing).toEqual(['constructor']);
  });

  test('fallbacks are used only where there is no value', () => {
    const fallbacks = { City: 'town', Empty: ' friend ' };
    expect(withFallbacks('{{City}} {{Empty}} {{Nobody}}', ada, fallbacks)).toBe('{{City}} friend {{Nobody}}');
  });

  test('names', () => {
    expect(splitName('  Ada  ')).toEqual({ first: 'Ada', last: '' });
    expect(variablesIn('{{a}} {{ b }} {{a}} {{ }} {{}}')).toEqual(['a', 'b']);
    expect(unknownVariables('{{City}} {{NAME}} {{name}} {{Code}}', ['City'], ['Code'])).toEqual(['name']);
    expect(renameVariable('{{City}} {{ City }} {{Citys}}', 'City', 'Town')).toBe('{{Town}} {{Town}} {{Citys}}');
    expect(isReservedName('first_name')).toBe(true);
    // No object keeps a value under it.
    expect(isReservedName('__Proto__')).toBe(true);
    expect(isVariableName('first_name', [])).toBe(false);
    expect(isVariableName('City', ['City'])).toBe(true);
    expect(isVariableName('Extra', [], ['Extra'])).toBe(true);
  });
});
