import { expect, it } from 'vitest';
import { filterParameter } from './schema.ts';

const filterOf = (value: string) => `{"all":[{"field":"name","op":"is","value":"${value}"}]}`;

it.each(['a\\u0000b', '\\ud83d', '\\uDE00'])('text that cannot be stored is refused also as an escape: %s', (text) => {
  const { success, error } = filterParameter.safeParse(filterOf(text));
  expect(success).toBe(false);
  expect(error?.issues[0]?.message).toBe('Contains characters that can’t be stored.');
});

it.each(['Ana', '\\ud83d\\ude00', '\\\\u0000'])('other escapes are text: %s', (text) => {
  expect(filterParameter.safeParse(filterOf(text)).success).toBe(true);
});

it.each(['{}', '{"field":"name"}', '{"all":[{}]}'])('%s is refused with an example of a filter', (text) => {
  expect(filterParameter.safeParse(text).error?.issues[0]?.message).toContain('{"field":"name","op":"contains"');
});
