import { describe, expect, it } from 'vitest';
import { findRelatedTests, readGraph, takeWithin } from './related-tests.ts';

const files = Object.entries({
  'apps/server/src/app.ts': `import { people } from './features/people/public.ts';`,
  'apps/server/src/features/people/age.ts': '',
  'apps/server/src/features/people/age.test.ts': `import { age } from './age.ts';`,
  'apps/server/src/features/people/public.ts': `export * from './age.ts';`,
  'apps/server/src/features/people/people.test.ts': `await import('../../app.ts');`,
  'apps/server/src/features/orders/orders.test.ts': `import '../../app.ts'; import '@parley/contract/errors';`,
  'apps/server/src/features/orders/killed.test.ts': `fork(join(import.meta.dirname, 'worker.fixture.ts'));`,
  'apps/server/src/features/orders/worker.fixture.ts': '',
  'apps/server/src/platform/db/migrate.ts': '',
  'apps/server/src/platform/db/migrate.test.ts': `import './migrate.ts';`,
  'packages/contract/src/errors.ts': '',
}).map(([path, text]) => ({ path, text }));
const graph = readGraph(files, new Map([['@parley/contract/errors', 'packages/contract/src/errors.ts']]));
const related = (...changed: string[]) => findRelatedTests(graph, changed).map(({ path }) => path.split('/').at(-1));

describe('related tests', () => {
  it('are sorted by distance, equal ones with those of the same folder first', () => {
    expect(related('apps/server/src/features/people/age.ts')).toEqual([
      'age.test.ts',
      'people.test.ts',
      'orders.test.ts',
    ]);
  });

  it('are found through packages, programs started by name, and migrations', () => {
    expect(related('packages/contract/src/errors.ts')).toEqual(['orders.test.ts']);
    expect(related('apps/server/src/features/orders/worker.fixture.ts')).toEqual(['killed.test.ts']);
    expect(related('apps/server/migrations/202601010000_people_age.sql')).toEqual(['migrate.test.ts']);
  });

  it('include a changed test, and none for a removed one', () => {
    expect(related('apps/server/src/features/people/age.test.ts')).toEqual(['age.test.ts']);
    expect(related('apps/server/src/features/people/gone.test.ts', 'README.md')).toEqual([]);
  });

  it('are as many as fit into the time, always including the nearest', () => {
    const tests = ['a', 'b', 'c', 'd'].map((path, distance) => ({ path, distance }));
    const seconds: Record<string, number> = { a: 50, b: 20, c: 3 };
    const taken = (within: number) =>
      takeWithin(tests, within, (path) => seconds[path] ?? null).map(({ path }) => path);
    expect(taken(10)).toEqual(['a']);
    expect(taken(57)).toEqual(['a', 'c', 'd']);
    expect(taken(100)).toEqual(['a', 'b', 'c', 'd']);
  });
});
