import { describe, expect, test } from 'vitest';
import { addressOfStep, type Checklist, notSaid, setupSteps, stepOf, stepToGoOn } from './setup-steps.ts';

function checklist(...done: Checklist['items'][number]['key'][]): Checklist {
  const keys = ['connect_number', 'invite_teammate', 'import_contacts', 'create_template', 'test_message'] as const;
  return { items: keys.map((key) => ({ key, done: done.includes(key) })), dismissed: false };
}

describe('the wizard', () => {
  test.each([
    ['asks where it was found first', null, checklist(), 'referral-source'],
    ['does not ask twice', notSaid, checklist(), 'connect'],
    ['goes on with a number', 'friend', checklist(), 'connect'],
    ['goes on with the first message', 'friend', checklist('connect_number'), 'first-message'],
    ['is done with a message', 'friend', checklist('test_message'), null],
    ['is not done by a teammate', 'friend', checklist('invite_teammate'), 'connect'],
  ] as const)('%s', (_, referral_source, facts, expected) => {
    expect(stepToGoOn({ referral_source }, facts)).toBe(expected);
  });

  test.each(setupSteps)('finds %s again by its address', (step) => {
    const { to, search } = addressOfStep(step);
    expect(stepOf(to, search)).toBe(step);
  });

  test('leads on from an address without a step', () => {
    expect(stepOf('/initial-setup', {})).toBeNull();
    expect(stepOf('/initial-setup', { step: 'elsewhere' })).toBeNull();
  });
});
