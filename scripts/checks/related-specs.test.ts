import { expect, it } from 'vitest';
import { findRelatedSpecs } from './related-specs.ts';

const opens = (address: string) => `await page.goto(\`\${server.url}${address}\`)`;

const specs = [
  { path: 'e2e/contacts-import.spec.ts', text: '' },
  { path: 'e2e/media.spec.ts', text: opens('/inbox') },
  { path: 'e2e/reports.spec.ts', text: opens('/reports') },
];

it.each([
  ['a feature by the name of a file', ['apps/web/src/features/contacts/page.tsx'], ['e2e/contacts-import.spec.ts']],
  ['a feature by an address', ['apps/server/src/features/inbox/handlers.ts'], ['e2e/media.spec.ts']],
  ['a feature by another word', ['apps/server/src/features/imports/run.ts'], ['e2e/contacts-import.spec.ts']],
  ['itself', ['e2e/reports.spec.ts'], ['e2e/reports.spec.ts']],
  ['no test of a feature', ['apps/web/src/features/contacts/page.test.ts'], []],
  ['what all features stand on', ['apps/server/src/platform/db/sql.ts'], specs.map(({ path }) => path)],
  ['a package', ['packages/contract/src/types.ts'], specs.map(({ path }) => path)],
  ['the helpers of the tests', ['e2e/support/test.ts'], specs.map(({ path }) => path)],
  ['nothing', ['docs/status.md'], []],
])('a change reaches %s', (_what, changed, expected) => {
  expect(findRelatedSpecs(specs, changed)).toEqual(expected);
});
