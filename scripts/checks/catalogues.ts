import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, fails, none } from './check.ts';
import { projectDir, runNode } from './run-program.ts';

const webDir = join(projectDir, 'apps', 'web');
const localesDir = join(webDir, 'src', 'locales');

/**
 * Extracting the texts changes nothing: every text of the interface stands in its catalogue, and no catalogue holds a
 * text that is gone. The tree is left as it was found.
 */
export async function checkCatalogues(): Promise<Check[]> {
  const name = 'the message catalogues are complete';
  if (!existsSync(localesDir)) return [fails(name, 'apps/web/src/locales is missing')];
  const before = readCatalogues();
  const ran = await runNode('node_modules/@lingui/cli/dist/lingui.js', ['extract', '--clean'], {
    cwd: webDir,
    limitMs: 120_000,
  });
  const after = readCatalogues();
  restore(before, after);
  if (ran.code !== 0) return [fails(name, ran.output)];
  if (after.size === 0) return [fails(name, 'there is no catalogue')];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  return [
    none(
      name,
      changed.map(
        (path) =>
          `${path} changes: run "npx lingui extract --clean" in apps/web\n${firstDifference(before.get(path), after.get(path))}`,
      ),
    ),
    none(
      'the source language is complete',
      [...after].flatMap(([path, text]) => findUntranslated(path, text)),
    ),
  ];
}

/** Entries of a catalogue that neither have a text nor show their id as one: the ids here are names, not words. */
export function findUntranslated(path: string, catalogue: string): string[] {
  return catalogue
    .split(/\n\s*\n/)
    .filter((entry) => /^msgid "(?!")/m.test(entry) && /^msgstr ""\s*$/m.test(entry) && !/^msgstr ""\n"/m.test(entry))
    .map((entry) => `${path}: ${/^msgid "(.*)"/m.exec(entry)?.[1] ?? ''} has no text`);
}

function readCatalogues(): Map<string, string> {
  const files = readdirSync(localesDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, readFileSync(path, 'utf8')];
    }),
  );
}

function restore(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): void {
  for (const [path, text] of before) if (after.get(path) !== text) writeFileSync(path, text);
  for (const path of after.keys()) if (!before.has(path)) rmSync(path);
}

function firstDifference(before = '', after = ''): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const at = now.findIndex((line, index) => line !== old[index]);
  return `line ${at + 1}: ${JSON.stringify(old[at] ?? '')} becomes ${JSON.stringify(now[at] ?? '')}`;
}
