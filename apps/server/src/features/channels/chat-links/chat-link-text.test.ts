import { expect, test } from 'vitest';
import { createCode, findCode, messageOf } from './chat-link-text.ts';

test('a reference is found in the message it was put into, however it is edited', () => {
  const code = createCode();
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);
  expect(findCode(messageOf({ text: 'Hello', code }))).toBe(code);
  expect(findCode(`my bike squeaks, ref: ${code.toLowerCase()}.`)).toBe(code);
  expect(findCode(`(ref ${code}`)).toBe(code);
  for (const other of ['Hello', 'the reference is missing', `ref ${code}X`, `pref ${code}`, 'ref ABC']) {
    expect([other, findCode(other)]).toEqual([other, null]);
  }
});
