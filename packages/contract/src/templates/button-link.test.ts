import { expect, test } from 'vitest';
import { buttonLinkEnd, isForeignLink } from './button-link.ts';

const prefix = 'https://shop.example/t/';

test.each([
  ['123', '123'],
  ['https://shop.example/t/123', '123'],
  ['http://shop.example/t/123', '123'],
  ['HTTPS://Shop.Example/t/AbC', 'AbC'],
  ['shop.example/t/123', '123'],
  ['/123', '123'],
  [' a b', 'a%20b'],
  ['café', 'caf%C3%A9'],
  ['日本', '%E6%97%A5%E6%9C%AC'],
  ['a%20b?c=d&e=f#g', 'a%20b?c=d&e=f#g'],
  ['\ud800x', 'x'],
])('%j ends the address as %j', (value, end) => {
  expect(buttonLinkEnd(value, prefix)).toBe(end);
  expect(buttonLinkEnd(end, prefix)).toBe(end);
});

test('a beginning that ends within a word keeps a slash', () => {
  expect(buttonLinkEnd('/123', 'https://shop.example')).toBe('/123');
  expect(buttonLinkEnd('https://shop.example?id=5', 'https://shop.example?id=')).toBe('5');
});

test('another address is foreign, except as a value of a query', () => {
  expect(isForeignLink('https://other.example/1', prefix)).toBe(true);
  expect(isForeignLink('https://other.example/1', 'https://shop.example/go?to=')).toBe(false);
  expect(isForeignLink('http', prefix)).toBe(false);
});
