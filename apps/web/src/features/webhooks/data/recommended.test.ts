import { expect, test } from 'vitest';
import { recommendedFor } from './recommended.ts';

test('shops get incoming webhooks, small teams a tool without code', () => {
  expect(recommendedFor('RETAIL', '2-5')).toEqual(['incoming', 'sources', 'zapier']);
  expect(recommendedFor('HEALTH', '51-200')).toEqual(['links', 'sources', 'outgoing']);
  expect(recommendedFor(null, null)).toEqual(['links', 'sources', 'zapier']);
});
