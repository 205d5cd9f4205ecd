import { expect, it } from 'vitest';
import { findLostValues, findOutdated } from './server-catalogues.ts';
import { findServerTexts, serverSources } from './server-texts.ts';

const keys = (text: string, path = 'apps/server/src/features/x/rules.ts') =>
  findServerTexts([{ path, text }]).map(({ key }) => key);

it.each([
  ['a sentence', "throw invalid('name', 'Choose another name.');", ['Choose another name.']],
  ['its values', `const msg = \`At most \${most} of \${kind}s.\`;`, ['At most {0} of {1}s.']],
  ['one that begins with a value', `const msg = \`\${name} is required.\`;`, ['{0} is required.']],
  ['one in another', `const msg = \`\${a ? 'Not this one.' : b} Try again.\`;`, ['Not this one.', '{0} Try again.']],
  ['a part of a sentence that is marked', "const what = said('a picture');", ['a picture']],
  ['what a permission allows', "const rule = { from: 'Admin', does: 'manage channels' };", ['manage channels']],
  ['what a limit counts', "const limit = { things: 'labels' };", ['{0} labels']],
])('finds %s', (_what, text, found) => {
  expect(keys(text).sort()).toEqual([...found].sort());
});

it.each([
  ['errors of the process', "throw new Error('This is for the log.');"],
  ['the log', "log.warn({ id }, 'This is for the operator.');"],
  ['documentation', "const route = { summary: 'Lists the contacts of an account.' };"],
  ['names and codes', "const a = 'not_found'; const b = 'INCOMING'; const c = 'Ana Silva';"],
  ['types', "type A = 'This is one.' | 'This is two.';"],
])('leaves %s alone', (_what, text) => {
  expect(keys(text)).toEqual([]);
});

it('takes titles of emails, and nothing that others define', () => {
  const title = "const email = { subject: 'Your sign-in code' };";
  expect(keys(title, 'apps/server/src/features/identity/emails.ts')).toEqual(['Your sign-in code']);
  expect(keys(title)).toEqual([]);
  expect(keys("throw invalid('This can’t be changed.');", 'apps/server/src/features/graph/dispatch.ts')).toEqual([]);
});

it('reads the sources, but no tests and no SQL', () => {
  expect(serverSources.test('apps/server/src/features/team/rules.ts')).toBe(true);
  for (const name of ['rules.test.ts', 'team-repo.ts', 'names-query.ts']) {
    expect(serverSources.test(`apps/server/src/features/team/${name}`)).toBe(false);
  }
});

it('a catalogue has every text, no other, and every value', () => {
  expect(findOutdated('de', { 'One.': '', 'Two.': 'Zwei.' }, ['One.', 'Three.'])).toHaveLength(3);
  const counted = { '{0} days': '{0, plural, one {ein Tag} other {# Tage}}' };
  expect(findLostValues('de', { ...counted, 'Put {{1}} there.': 'Setzen Sie {{1}} dorthin.', 'One.': '' })).toEqual([]);
  expect(findLostValues('de', { '{0} of {1}': '{0} von {2}' })).toHaveLength(2);
  const short = { '{0} is not {1}.': 'Dieses Feld ist nicht {1}.', '{0} is {1}.': '{0} ist es.' };
  expect(findLostValues('de', short, new Set(Object.keys(short)))).toEqual(['de: {1} of "{0} is {1}."']);
});
