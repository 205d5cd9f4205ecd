import { expect, test } from 'vitest';
import { passkeyPlace } from './passkey-place.ts';

const origin = 'https://parley.example';

test.each([
  [origin, origin, true, 'here'],
  [origin, origin, false, 'no-browser'],
  [origin, 'http://127.0.0.1:21000', true, 'elsewhere'],
  [origin, 'https://parley.example:8443', true, 'elsewhere'],
  [null, 'http://192.168.1.7:21000', false, 'nowhere'],
] as const)('passkeys of %s on a page of %s', (allowed, page, knowsPasskeys, place) => {
  expect(passkeyPlace(allowed, { origin: page, knowsPasskeys })).toBe(place);
});
