import { expect, test } from 'vitest';
import { isLink } from './tracked-links.ts';

test('counting taps is offered where recipients get a link, and nowhere else', () => {
  expect(isLink({ value: ' https://shop.example/sale ' }, undefined)).toBe(true);
  expect(isLink({ value: 'Amara' }, 'Amara')).toBe(false);
  expect(isLink({ field: 'FIRST_NAME' }, 'Amara')).toBe(false);
  expect(isLink({ field: 'FIRST_NAME' }, undefined)).toBe(false);
  expect(isLink({ column: 'Page' }, 'https://shop.example/1')).toBe(true);
  expect(isLink({ field: 'Page', fallback: 'https://shop.example' }, '')).toBe(true);
});
