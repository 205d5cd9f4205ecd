import type { Webhook } from '@parley/contract/types';
import { describe, expect, test } from 'vitest';
import { summarizeWebhooks, webhookName } from './webhook-words.ts';

const row = (change: Partial<Webhook>): Webhook => ({
  id: 'a',
  name: null,
  url: 'https://shop.example:8443/hook?token=x',
  events: ['message.sent'],
  format: 'parley',
  state: 'active',
  pause_reason: null,
  failing_since: null,
  secret_end: 'x3Fg',
  previous_secret_until: null,
  last_24h: { delivered: 2, failed: 1 },
  waiting: 0,
  created_by: 'x',
  created_at: '2026-11-23T10:00:00.000Z',
  version: 1,
  ...change,
});

describe('webhooks together', () => {
  test('are as healthy as the worst, unless a member paused it', () => {
    expect(summarizeWebhooks([]).health).toBeNull();
    expect(summarizeWebhooks([row({}), row({})])).toEqual({ health: 'working', delivered: 4, failed: 2 });
    expect(summarizeWebhooks([row({}), row({ failing_since: '2026-11-23T10:00:00.000Z' })]).health).toBe('failing');
    expect(summarizeWebhooks([row({}), row({ state: 'paused', pause_reason: 'manual' })]).health).toBe('working');
    expect(summarizeWebhooks([row({}), row({ state: 'paused', pause_reason: 'gone' })]).health).toBe('paused');
    expect(summarizeWebhooks([row({ state: 'paused', pause_reason: 'manual' })]).health).toBe('paused');
  });

  test('are called by their name, else by their host without the rest of the address', () => {
    expect(webhookName(row({ name: 'Workshop server' }))).toBe('Workshop server');
    expect(webhookName(row({}))).toBe('shop.example:8443');
  });
});
