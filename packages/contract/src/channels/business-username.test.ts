import { expect, test } from 'vitest';
import { businessUsernameProblem } from './business-username.ts';

test.each(['kestrel', 'kestrel.cycles', 'Kestrel_74', 'abc', 'a'.repeat(35), '1a2'])('%s may be a username', (name) => {
  expect(businessUsernameProblem(name)).toBeNull();
});

test.each([
  'ab',
  'a'.repeat(36),
  '1974',
  '.kestrel',
  'kestrel.',
  'kes..trel',
  'www_kestrel',
  'kestrel.com',
  'kestrel.HTML',
  'kestrel-74',
  'késtrel',
  'кестрел',
  '',
])('"%s" is no username, and the reason is a sentence', (name) => {
  expect(businessUsernameProblem(name)).toMatch(/^[A-Z].*\.$/);
});
