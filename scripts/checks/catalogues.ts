import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Check, failCheck, failIfAny } from './check.ts';
import { projectDir, runNode } from './run-program.ts';

const webDir = join(projectDir, 'apps', 'web');
const localesDir = join(webDir, 'src', 'locales');

/**
 * Extracting the texts changes nothing: every text of the interface is in its catalogue, and no catalogue has a
 * text that no longer exists. The texts are extracted into a copy: other checks read the tree meanwhile.
 */
export async function checkCatalogues(): Promise<Check[]> {
  const name = 'the message catalogues are complete';
  if (!existsSync(localesDir)) return [failCheck(name, 'apps/web/src/locales is missing')];
  const copy = await mkdtemp(join(tmpdir(), 'parley-locales-'));
  try {
    await cp(localesDir, copy, { recursive: true });
    const ran = await runNode('node_modules/@lingui/cli/dist/lingui.js', ['extract', '--clean'], {
      cwd: webDir,
      env: { ...process.env, LINGUI_LOCALES: copy },
      limitMs: 5 * 60_000,
    });
    if (ran.code !== 0) return [failCheck(name, ran.output)];
    return compareCatalogues(name, readCatalogues(localesDir), readCatalogues(copy));
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

function compareCatalogues(name: string, before: Catalogues, after: Catalogues): Check[] {
  if (after.size === 0) return [failCheck(name, 'there is no catalogue')];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  return [
    failIfAny(
      name,
      changed.map(
        (path) =>
          `${path} changes: run "npx lingui extract --clean" in apps/web\n${firstDifference(before.get(path), after.get(path))}`,
      ),
    ),
    failIfAny(
      'the source language is complete',
      [...after].flatMap(([path, text]) => findUntranslated(path, text)),
    ),
    failIfAny(
      'no text loses its braces',
      [...after].flatMap(([path, text]) => findLostBraces(path, text)),
    ),
  ];
}

/** Entries of a catalogue that neither have a text nor show their id as one: the ids here are names, not texts. */
export function findUntranslated(path: string, catalogue: string): string[] {
  return catalogue
    .split(/\n\s*\n/)
    .filter((entry) => /^msgid "(?!")/m.test(entry) && /^msgstr ""\s*$/m.test(entry) && !/^msgstr ""\n"/m.test(entry))
    .map((entry) => `${path}: ${/^msgid "(.*)"/m.exec(entry)?.[1] ?? ''} has no text`);
}

/** Texts in which a variable such as {{NAME}} is written out: it would be shown as {}. */
export function findLostBraces(path: string, catalogue: string): string[] {
  return [...catalogue.matchAll(/^msgid "(.*\{\{\w+\}\}.*)"$/gm)].map(
    ([, text]) => `${path}: write the variable as \${'{{NAME}}'} in ${JSON.stringify(text)}`,
  );
}

/** Catalogues by their path below the folder of all. */
type Catalogues = ReadonlyMap<string, string>;

function readCatalogues(folder: string): Catalogues {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [relative(folder, file), readFileSync(file, 'utf8')];
    }),
  );
}

function firstDifference(before = '', after = ''): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const at = now.findIndex((line, index) => line !== old[index]);
  return `line ${at + 1}: ${JSON.stringify(old[at] ?? '')} becomes ${JSON.stringify(now[at] ?? '')}`;
}
