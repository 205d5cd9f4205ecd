import { describe, expect, test } from 'vitest';
import { addressOfStep, type Checklist, findNextStep, setupSteps, skippedSource, stepOf } from './setup-steps.ts';

function checklist(...done: Checklist['items'][number]['key'][]): Checklist {
  const keys = ['connect_number', 'invite_teammate', 'import_contacts', 'test_message'] as const;
  return { items: keys.map((key) => ({ key, done: done.includes(key) })), dismissed: false };
}

describe('the wizard', () => {
  test.each([
    ['asks where it was found first', null, checklist(), 'referral-source'],
    ['does not ask twice', skippedSource, checklist(), 'connect'],
    ['goes on with a number', 'friend', checklist(), 'connect'],
    ['goes on with the first message', 'friend', checklist('connect_number'), 'first-message'],
    ['is done with a message', 'friend', checklist('test_message'), null],
    ['is not done by a teammate', 'friend', checklist('invite_teammate'), 'connect'],
  ] as const)('%s', (_, referral_source, facts, expected) => {
    expect(findNextStep({ referral_source }, facts)).toBe(expected);
  });

  test.each(setupSteps)('finds %s by its URL', (step) => {
    const { to, search } = addressOfStep(step);
    expect(stepOf(to, search)).toBe(step);
  });

  test('redirects from a URL without a step', () => {
    expect(stepOf('/initial-setup', {})).toBeNull();
    expect(stepOf('/initial-setup', { step: 'elsewhere' })).toBeNull();
  });
});
