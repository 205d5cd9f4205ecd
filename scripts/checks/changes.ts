import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listProjectPaths, readProjectFiles } from './project-files.ts';
import { findRelatedSpecs } from './related-specs.ts';
import { findRelatedTests, type RelatedTest, readGraph } from './related-tests.ts';
import { projectDir, runProgram } from './run-program.ts';

const source = /\.(ts|tsx|mjs|cjs|sql)$/;

/**
 * Paths that differ from a commit, whether committed or not.
 * @param since default where this branch left main; without a branch main, the last commit
 * @throws when git does not answer
 */
export async function listChangedPaths(since?: string): Promise<string[]> {
  let base = since ?? 'HEAD';
  for (const main of since === undefined ? ['origin/main', 'main'] : []) {
    const { code, stdout } = await runProgram('git', ['merge-base', 'HEAD', main]);
    if (code !== 0) continue;
    base = stdout.trim();
    break;
  }
  const lists = await Promise.all([
    git('diff', '--name-only', '-z', base),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ]);
  return [...new Set(lists.join('').split('\0').filter(Boolean))];
}

async function git(...args: string[]): Promise<string> {
  const { code, stdout, output } = await runProgram('git', args);
  if (code !== 0) throw new Error(`git ${args[0]} failed: ${output.trim()}`);
  return stdout;
}

/** The test files that reach what changed, nearest first. */
export async function findTestsOfChanges(): Promise<RelatedTest[]> {
  const changed = await listChangedPaths();
  const paths = listProjectPaths();
  return findRelatedTests(readGraph(readProjectFiles(paths, source), packageFiles(paths)), changed);
}

/** What only the full run has of the tests that reach a change: slow test files, and files of browser tests. */
export async function findFullTestsOfChanges(since?: string): Promise<{ slow: string[]; browser: string[] }> {
  const changed = await listChangedPaths(since);
  const paths = listProjectPaths();
  const files = readProjectFiles(paths, source);
  const related = findRelatedTests(readGraph(files, packageFiles(paths)), changed);
  return {
    slow: related.map(({ path }) => path).filter((path) => path.includes('.slow.test.')),
    browser: findRelatedSpecs(
      files.filter(({ path }) => /^e2e\/[^/]+\.spec\.ts$/.test(path)),
      changed,
    ),
  };
}

/** The files behind the names of our packages, by their exports. */
function packageFiles(paths: readonly string[]): Map<string, string> {
  type Manifest = { name: string; exports?: Record<string, unknown> };
  return new Map(
    paths
      .filter((path) => /^packages\/[^/]+\/package\.json$/.test(path))
      .flatMap((path) => {
        const { name, exports = {} } = JSON.parse(readFileSync(join(projectDir, path), 'utf8')) as Manifest;
        return Object.entries(exports).map(([key, file]): [string, string] => [
          join(name, key),
          join(path, '..', String(file)),
        ]);
      }),
  );
}
