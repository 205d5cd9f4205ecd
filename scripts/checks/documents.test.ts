import { describe, expect, it } from 'vitest';
import { findDeadNames, missingCodes, unnamedSettings } from './documents.ts';

const project = {
  paths: [
    'README.md',
    'docs/decisions/0001-one.md',
    'apps/server/src/app.ts',
    'apps/server/src/platform/notifier.ts',
    'apps/server/src/features/messaging/threads/repo.ts',
    'scripts/start.mjs',
  ],
  scripts: ['start', 'dev'],
};
const dead = (text: string, path = 'README.md') => findDeadNames({ path, text }, project);

describe('references in a document', () => {
  it.each([
    'starts `scripts/start.mjs` and `apps/server/src/app.ts`',
    'shortened: `platform/notifier.ts`, `messaging/threads/repo.ts`, `app.ts`',
    'folders: `apps/server`, `docs/decisions/`, `apps/server/src/features/<f>`',
    'wildcards: `*.mjs`, `apps/*/src`',
    'run `npm run dev` or `npm start`',
    'see [one](docs/decisions/0001-one.md) and [below](#a-heading)\n\n## A heading\n',
    'not paths: `/inbox`, `/api/threads`, `DATA_DIR/setup-url`, `./data`, `withTenant(clientId, fn)`, `a: b`',
    'elsewhere: [site](https://example.com/x)',
    '```sh\ncat no/such/file.ts\n```',
  ])('passes: %j', (text) => {
    expect(dead(text)).toEqual([]);
  });

  it.each([
    ['see `scripts/stop.mjs`', 'README.md:1: there is no scripts/stop.mjs'],
    ['\n\nsee `gone.ts`', 'README.md:3: there is no gone.ts'],
    ['the folder `apps/desktop`', 'README.md:1: there is no apps/desktop'],
    ['run `npm run deploy`', 'README.md:1: there is no npm script deploy'],
    ['run `npm test`', 'README.md:1: there is no npm script test'],
    ['see [two](docs/decisions/0002-two.md)', 'README.md:1: the link docs/decisions/0002-two.md leads nowhere'],
    ['see [up](#nothing)', 'README.md:1: README.md has no heading #nothing'],
  ])('finds: %j', (text, finding) => {
    expect(dead(text)).toEqual([finding]);
  });

  it('resolves links relative to the document', () => {
    expect(dead('[one](0001-one.md) [map](../../README.md)', 'docs/decisions/README.md')).toEqual([]);
    expect(dead('[one](docs/decisions/0001-one.md)', 'docs/decisions/README.md')).toHaveLength(1);
  });
});

it('finds settings missing in the README', () => {
  expect(unnamedSettings('  PORT: z.int(),\n  HOST: z.string(),\n', 'the `PORT`')).toEqual(['HOST']);
});

it('finds error codes missing in the troubleshooting guide', () => {
  const lacks = (guide: string) => missingCodes(guide).some((problem) => problem.includes('`not_found`'));
  expect(lacks('')).toBe(true);
  expect(lacks('\n| `not_found` | 404 | no | It does not exist |')).toBe(false);
});
