import { expect, test } from 'vitest';
import { forbiddenReason } from './target.ts';

test.each([
  ['http://127.0.0.1:3000/hook', true],
  ['http://127.9.9.9/hook', true],
  ['http://localhost:3000/hook', true],
  ['https://[::1]/hook', true],
  ['http://127.0.0.1.example.com/hook', false],
  ['http://10.0.0.1/hook', false],
  ['http://169.254.169.254/latest', false],
  ['http://0.0.0.0/hook', false],
  ['http://[::ffff:10.0.0.1]/hook', false],
  ['http://user@127.0.0.1/hook', false],
  ['file:///etc/passwd', false],
  ['not an address', false],
])('%s: %s', (url, allowed) => {
  expect(forbiddenReason(url, false) === null).toBe(allowed);
});

test('other machines only when the operator allows them', () => {
  expect(forbiddenReason('https://example.com/hook', true)).toBeNull();
  expect(forbiddenReason('ftp://example.com/hook', true)).not.toBeNull();
});
