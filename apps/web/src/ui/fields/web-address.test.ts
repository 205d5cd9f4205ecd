import { describe, expect, test } from 'vitest';
import { webAddress } from './web-address.ts';

describe('a typed web address', () => {
  test.each([
    ['example.com', 'https://example.com'],
    [' shop.example/t/{{1}} ', 'https://shop.example/t/{{1}}'],
    ['localhost:8080/hook', 'https://localhost:8080/hook'],
    ['example.com:8443', 'https://example.com:8443'],
  ])('%s gets its scheme', (typed, expected) => {
    expect(webAddress(typed)).toBe(expected);
  });

  test.each([
    '',
    'https://example.com',
    'http://example.com',
    'ftp://example.com',
    'ana@example.com',
    'mailto:ana@example.com',
    'javascript:alert(1)',
    'example',
    'an example. com',
    '/orders',
  ])('%s stays', (typed) => {
    expect(webAddress(typed)).toBe(typed);
  });
});
