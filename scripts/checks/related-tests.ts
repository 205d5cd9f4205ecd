import { dirname, posix } from 'node:path';
import type { SourceFile } from './project-files.ts';

/** What a file names of the project's other files: its imports, and files it starts or reads by their name. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export type RelatedTest = {
  path: string;
  /** Steps from the test to the nearest changed file: 0 when the test itself changed. */
  distance: number;
};

const quoted = /['"`]((?:(?:\.{1,2}\/)+|@parley\/)?[\w@.][\w./-]*)['"`]/g;
const test = /\.test\.tsx?$/;
const migration = /^apps\/server\/migrations\//;
const migrator = 'apps/server/src/platform/db/migrate.ts';

/**
 * Reads which file names which. Every quoted text that is a path of the project counts, not only imports: a worker that a
 * test starts by its name is as much a part of it.
 * @param packages the files that names of our packages stand for, `@parley/contract/errors` for instance
 */
export function readGraph(files: readonly SourceFile[], packages: ReadonlyMap<string, string>): Graph {
  const known = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, text }) => {
      const named = [...text.matchAll(quoted)].flatMap(([, name = '']) => {
        const places = [packages.get(name), posix.join(dirname(path), name), name];
        return places.find((place) => place !== undefined && known.has(place)) ?? [];
      });
      return [path, new Set(named)];
    }),
  );
}

/** The tests that reach a changed file, nearest first; of equally near ones those that share more of its folder. */
export function findRelatedTests(graph: Graph, changed: readonly string[]): RelatedTest[] {
  const usedBy = new Map<string, string[]>();
  for (const [path, names] of graph) for (const name of names) usedBy.set(name, [...(usedBy.get(name) ?? []), path]);
  const starts = changed.map((path) => (migration.test(path) ? migrator : path));
  const distances = new Map<string, number>(starts.map((path) => [path, 0]));
  // A map keeps insertion order, and iterates over entries added on the way.
  for (const [path, distance] of distances) {
    for (const user of usedBy.get(path) ?? []) if (!distances.has(user)) distances.set(user, distance + 1);
  }
  return [...distances]
    .filter(([path]) => test.test(path) && graph.has(path))
    .map(([path, distance]) => ({
      path,
      distance,
      shared: Math.max(...starts.map((start) => sharedFolders(path, start))),
    }))
    .sort((a, b) => a.distance - b.distance || b.shared - a.shared || (a.path < b.path ? -1 : 1))
    .map(({ path, distance }) => ({ path, distance }));
}

function sharedFolders(one: string, other: string): number {
  const [left, right] = [one.split('/').slice(0, -1), other.split('/').slice(0, -1)];
  const end = left.findIndex((name, index) => name !== right[index]);
  return end < 0 ? left.length : end;
}

/**
 * As many of the nearest tests as fit into the time, always one.
 * @param secondsOf how long a test file took the last time, null when that is not known
 */
export function takeWithin(
  tests: readonly RelatedTest[],
  seconds: number,
  secondsOf: (path: string) => number | null,
): RelatedTest[] {
  const unknownSeconds = 4;
  let sum = 0;
  return tests.filter(({ path }, index) => {
    const needed = secondsOf(path) ?? unknownSeconds;
    if (index > 0 && sum + needed > seconds) return false;
    sum += needed;
    return true;
  });
}
