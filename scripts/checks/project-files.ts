import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectDir } from './run-program.ts';

/** Folders that .gitignore excludes, wherever they are; `data` only at the root. */
const leftOut = new Set([
  '.cache',
  '.data',
  '.git',
  'dist',
  'node_modules',
  'playwright-report',
  'shots',
  'test-results',
]);

/** A file of the project: its path from the root with forward slashes, and its text. */
export type SourceFile = { path: string; text: string };

/** Paths of all files of the project, sorted. Works without git, as in an unpacked archive. */
export function listProjectPaths(root: string = projectDir): string[] {
  const listFiles = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (leftOut.has(entry.name) || (folder === root && entry.name === 'data')) return [];
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : [relative(root, path).replaceAll('\\', '/')];
    });
  return listFiles(root).sort();
}

/** The files whose paths match, with their text. */
export function readProjectFiles(paths: readonly string[], wanted: RegExp, root: string = projectDir): SourceFile[] {
  return paths
    .filter((path) => wanted.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Line number of a position in a text, from 1. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
