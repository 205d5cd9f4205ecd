import { describe, expect, test } from 'vitest';
import { relativeTime } from './channel-labels.ts';
import { chatLink } from './chat-link.ts';
import { makeSigningSecret } from './signing-secret.ts';

describe('the link that opens a chat', () => {
  test('contains the number, and the encoded text', () => {
    expect(chatLink('442079460018', '  ')).toBe('https://wa.me/442079460018');
    expect(chatLink('442079460018', 'Bike & bell? 100 %')).toBe(
      'https://wa.me/442079460018?text=Bike%20%26%20bell%3F%20100%20%25',
    );
    expect(chatLink('442079460018', 'مرحبا')).toContain('?text=%D9%85');
  });
});

test('times are in the largest whole unit', () => {
  const now = Date.UTC(2026, 10, 20);
  expect(relativeTime('en', now - 12_000, now)).toBe('12 seconds ago');
  expect(relativeTime('en', now - 3_599_000, now)).toBe('59 minutes ago');
  expect(relativeTime('en', now + 41 * 86_400_000, now)).toBe('in 41 days');
});

test('a signing secret is different each time and in the server’s format', () => {
  const made = [makeSigningSecret(), makeSigningSecret()];
  expect(new Set(made).size).toBe(2);
  for (const secret of made) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/);
});
