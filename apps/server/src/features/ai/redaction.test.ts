import { expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

test('email addresses, numbers and names are left out and put back', () => {
  const redaction = createRedaction(['Amara Okafor'], false);
  const text = 'Amara: write to amara.o+x@mail.example.com, (b@c.example) or call +44 7700 900123';
  const hidden = redaction.hide(text);
  expect(hidden).toBe('[name 1]: write to [email 1], ([email 2]) or call [phone 1]');
  expect(redaction.restore(hidden)).toBe(text);
});

test.each([
  'Maximiliane Freifrau von Hohenstein-Lüders',
  "Anna O'Neill/Kemp",
  '(Ben) [Shop] {2}',
  'C++ & Co.',
  '1.5% off $',
  'A\\b|c^d',
])('the name %s is left out and put back, and its parts are', (name) => {
  const redaction = createRedaction([name], false);
  const text = `To ${name}: hello.`;
  expect(redaction.hide(text)).not.toContain(name);
  expect(redaction.restore(redaction.hide(text))).toBe(text);
});

// The longest text that WhatsApp delivers, of what takes longest where every character begins a search.
test.each(['a', 'ا', 'a.', 'a@', 'a@a', 'a@a.', '1', '1-', '+1 ', 'Amara', '[name 1'])(
  '65,536 characters of %j are redacted in one go',
  (repeated) => {
    const text = repeated.repeat(65_536).slice(0, 65_536);
    const redaction = createRedaction(['Amara Okafor'], false);
    expect(redaction.restore(redaction.hide(text))).toBe(text);
  },
);
