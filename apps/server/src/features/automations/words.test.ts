import { describe, expect, test } from 'vitest';
import { nextScheduleAt } from './start/schedule.ts';
import { readAnswer } from './steps/answers.ts';
import { fillText } from './steps/fill-text.ts';
import { matchWords, patternProblem } from './words/match.ts';

describe('keywords', () => {
  test.each([
    ['exact', 'Stop!', 'stop', true],
    ['exact', 'please stop', 'stop', false],
    ['exact', ' توقف ', 'توقف', true],
    ['contains', 'I want to BOOK it', 'book', true],
    ['contains', 'Find us on facebook', 'book', false],
    ['contains', '営業時間を教えて', '営業時間', true],
    ['contains', 'new   bike', 'new bike', true],
    ['pattern', 'order 1234', 'order \\d+', true],
    ['pattern', 'order', '(', false],
    ['contains', 'anything', ' ', false],
    ['contains', 'مرحبا، أُريد الحجز', 'اريد', true],
    ['contains', 'Où est le CAFÉ ?', 'cafe', true],
    ['contains', 'le cafétéria', 'cafe', false],
    ['exact', 'الغاء', 'إلغاء', true],
    ['exact', '«توقّف»!', 'توقف', true],
    ['exact', '👍🏽', '👍', true],
    ['exact', '...', '...', true],
    ['exact', '٢', '2', true],
  ] as const)('%s: “%s” and “%s”', (match, text, word, expected) => {
    expect(matchWords({ text, reply: null }, { match, words: [word] }) !== null).toBe(expected);
  });

  test('a pattern that other engines never finish answers at once', () => {
    const said = { text: `${'a'.repeat(3_000)}!`, reply: null };
    expect(matchWords(said, { match: 'pattern', words: ['^(a+)+$'] })).toBeNull();
    expect(patternProblem('(?=x)')).toBe('“(?=x)” is not a pattern.');
  });

  test.each(['[^z]{1000}', '[^z]{1000}'.repeat(6), '((.?){20}){20}y', '(((a{10}){10}){10})', String.raw`\pL{600}`])(
    'a pattern with many repetitions is refused: %s',
    (pattern) => {
      expect(patternProblem(pattern)).toContain('is too complex');
      expect(matchWords({ text: 'a'.repeat(4_000), reply: null }, { match: 'pattern', words: [pattern] })).toBeNull();
    },
  );

  test.each([
    String.raw`^(hi|hello|hey|good (morning|afternoon|evening)|bonjour|hola|مرحبا|你好)\b`,
    String.raw`\b[A-Z]{2}\d{2}[ ]?(\d{4}[ ]?){4,7}\d{1,3}\b`,
    String.raw`[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63})+`,
    `${'order|'.repeat(30)}invoice`,
  ])('a pattern as people write them is taken: %s', (pattern) => {
    expect(patternProblem(pattern)).toBeNull();
  });

  test('a pattern reads the first 4,096 characters', () => {
    const found = (text: string) => matchWords({ text, reply: null }, { match: 'pattern', words: ['b'] });
    expect(found(`${'a'.repeat(4_095)}b`)).toBe('b');
    expect(found(`${'a'.repeat(4_096)}b`)).toBeNull();
  });
});

// A Monday.
const at = { now: new Date('2026-11-23T12:00:00Z'), country: 'GB' };
const ask = (answer: string) =>
  ({
    answer,
    choices: [
      { id: 'm', title: 'Morning' },
      { id: 'e', title: 'Evening' },
    ],
  }) as never;

describe('answers', () => {
  test.each([
    ['date', 'Saturday please', '2026-11-28'],
    ['date', '28 Nov', '2026-11-28'],
    ['date', '05.12.2026', '2026-12-05'],
    ['date', '2026-12-31', '2026-12-31'],
    ['date', 'whenever', null],
    ['number', '3,5', '3.5'],
    ['number', 'three', null],
    ['number', '٢٥', '25'],
    ['date', '٢٠٢٦-١٢-٣١', '2026-12-31'],
    ['email', 'amara@example.com', 'amara@example.com'],
    ['email', 'amara@example', null],
    ['phone', '07700 900123', '+447700900123'],
    ['choice', '2.', 'Evening'],
    ['choice', 'morning', 'Morning'],
    ['choice', 'Mórning!', 'Morning'],
    ['choice', '٢', 'Evening'],
    ['choice', 'noon', null],
    ['text', '  hello ', 'hello'],
  ])('%s: “%s”', async (answer, text, expected) => {
    expect(await readAnswer(ask(answer), { text, reply: null }, at)).toBe(expected);
  });
});

// The longest text that WhatsApp delivers, of what takes longest where every character begins a search.
test.each(['a ', 'aa', '1 ', '1/1 ', 'Monday ', 'a@a.', 'أَ', '. ', '٢'])(
  '65,536 characters of %j are compared and read in one go',
  async (repeated) => {
    const text = repeated.repeat(65_536).slice(0, 65_536);
    for (const match of ['contains', 'exact', 'pattern'] as const) {
      expect(matchWords({ text, reply: null }, { match, words: ['a a b', 'b'] })).toBeNull();
      const found = matchWords({ text: `x ${text} b`, reply: null }, { match, words: ['b'] });
      expect(found !== null).toBe(match === 'contains');
    }
    for (const answer of ['date', 'number', 'email', 'phone', 'choice']) {
      await readAnswer(ask(answer), { text, reply: null }, at);
    }
    expect(fillText('{{x}}{{y}}', { name: text, phone_number: null, custom_fields: {} }, { x: text })).toHaveLength(
      4_096,
    );
  },
);

test('a variable without a value is left out with the space before it', () => {
  const contact = { name: '', phone_number: null, custom_fields: { City: 'Oslo' } };
  expect(fillText('Happy to help, {{FIRST_NAME}}. From {{City}}, {{day}}?', contact, { day: 'Monday' })).toBe(
    'Happy to help. From Oslo, Monday?',
  );
});

test('a schedule keeps its hour when clocks change', () => {
  const next = (after: string) =>
    nextScheduleAt(
      {
        ...{ kind: 'schedule', days: ['sun', 'mon'], at: '09:00', time_zone: 'Europe/London' },
        ...{ list_id: null, channel_id: null },
      },
      new Date(after),
    )?.toISOString();
  expect(next('2026-03-28T12:00:00Z')).toBe('2026-03-29T08:00:00.000Z');
  expect(next('2026-03-23T09:00:00Z')).toBe('2026-03-29T08:00:00.000Z');
  expect(next('2026-01-04T09:00:00Z')).toBe('2026-01-05T09:00:00.000Z');
});
