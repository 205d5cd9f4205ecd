import { expect, it } from 'vitest';
import type { AccountUpdateRow } from '../account-update-repo.ts';
import { checkAccountUpdates } from './account-update-checks.ts';

const row = (name: string, value: string): AccountUpdateRow => ({
  channel_id: '1',
  name,
  value,
  detail: null,
  ends_at: null,
  provider_at: new Date(),
});

it.each([
  ['account_review', 'REJECTED', 'failed', 'rejected'],
  ['security', 'PIN_CHANGED', 'warning', 'PIN'],
  ['security', 'SOMETHING_NEW', 'warning', 'SOMETHING_NEW'],
  ['connection', 'PARTNER_REMOVED', 'failed', 'PARTNER_REMOVED'],
  ['trouble:131048', 'WhatsApp slows this number down', 'warning', 'slows this number'],
  ['ban', 'DISABLE', 'failed', 'ban'],
  ['violation', 'SCAM', 'failed', 'SCAM'],
  ['flagged', 'FLAGGED', 'warning', 'flagged'],
])('%s %s is shown as %s', (name, value, state, words) => {
  expect(checkAccountUpdates([row(name, value)])).toMatchObject([{ state, detail: expect.stringContaining(words) }]);
});

it.each([
  ['price_tier:UTILITY:India', '25000001:50000000', { month: '2026-12' }, 'utility messages to India'],
  ['payment:shop', 'Active', { provider: 'razorpay' }, 'shop is now: Active'],
  ['username', 'APPROVED', { username: 'kestrel' }, 'kestrel is approved'],
])('%s is calm news', (name, value, detail, words) => {
  const [, check] = checkAccountUpdates([{ ...row(name, value), detail }]);
  expect(check).toMatchObject({ state: 'ok', detail: expect.stringContaining(words) });
});

it('the highest number of phones and calm news are no problem', () => {
  const calm = [row('account_review', 'APPROVED'), row('connection', 'PARTNER_ADDED'), row('max_phone_numbers', '20')];
  const checks = checkAccountUpdates(calm);
  expect(checks.map(({ state }) => state)).toEqual(['ok', 'ok']);
  expect(checks[1]?.detail).toContain('20');
});
