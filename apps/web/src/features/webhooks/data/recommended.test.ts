import { expect, test } from 'vitest';
import { recommendedFor } from './recommended.ts';

test('shops get incoming webhooks, small teams a tool without code', () => {
  expect(recommendedFor('e-commerce', '2-5')).toEqual(['incoming', 'sources', 'zapier']);
  expect(recommendedFor('health', '51-200')).toEqual(['links', 'sources', 'outgoing']);
  expect(recommendedFor(null, null)).toEqual(['links', 'sources', 'zapier']);
});
