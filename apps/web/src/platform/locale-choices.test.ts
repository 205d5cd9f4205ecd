import { describe, expect, test } from 'vitest';
import { countryChoices, countryCodes, countryOfLanguage } from './country-choices.ts';
import { pageLocale, setFormatLanguage } from './formats.ts';
import { offsetMinutes, timeZoneChoices } from './time-zone-choices.ts';

describe('countries', () => {
  test('are the 249 of ISO 3166, once each, by name', () => {
    expect(countryCodes).toHaveLength(249);
    expect(new Set(countryCodes).size).toBe(249);
    const choices = countryChoices('en');
    expect(choices.find(({ value }) => value === 'DE')?.label).toBe('Germany');
    expect(choices.every(({ value, label }) => label !== value)).toBe(true);
    expect(choices[0]?.label).toBe('Afghanistan');
  });

  test.each([
    ['pt-BR', 'BR'],
    ['C', null],
    ['de', 'DE'],
    ['en', 'US'],
    ['es-419', null],
  ])('a browser in %s: %s', (language, expected) => {
    expect(countryOfLanguage(language)).toBe(expected);
  });
});

describe('time zones', () => {
  const summer = new Date('2026-07-01T12:00:00Z');

  test('know their offset at a moment', () => {
    expect(offsetMinutes('Europe/Berlin', summer)).toBe(120);
    expect(offsetMinutes('Asia/Kathmandu', summer)).toBe(345);
    expect(offsetMinutes('America/St_Johns', summer)).toBe(-150);
    expect(offsetMinutes('UTC', summer)).toBe(0);
  });

  test('are found by their city or region', () => {
    const choices = timeZoneChoices('en', summer);
    expect(choices.find(({ value }) => value === 'America/New_York')?.label).toBe('New York, America · GMT-4');
    expect(choices.find(({ value }) => value === 'UTC')?.label).toMatch(/^UTC · /);
    expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
  });
});

test('the language of the page has the region that the browser has for it', () => {
  const before = Object.getOwnPropertyDescriptor(navigator, 'languages');
  Object.defineProperty(navigator, 'languages', { value: ['en-US', 'de-AT'], configurable: true });
  try {
    for (const [language, locale] of [
      ['de', 'de-AT'],
      ['en', 'en-US'],
      ['pt-BR', 'pt-BR'],
    ] as const) {
      setFormatLanguage(language);
      expect(pageLocale()).toBe(locale);
    }
  } finally {
    setFormatLanguage('en');
    if (before === undefined) Reflect.deleteProperty(navigator, 'languages');
    else Object.defineProperty(navigator, 'languages', before);
  }
});
