import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Check, failCheck, failIfAny } from './check.ts';
import { projectDir, runNode } from './run-program.ts';

const webDir = join(projectDir, 'apps', 'web');
const localesDir = join(webDir, 'src', 'locales');

/** Writes the texts of the code into the catalogues. */
export function extractTexts(env = process.env) {
  const lingui = 'node_modules/@lingui/cli/dist/lingui.js';
  return runNode(lingui, ['extract', '--clean'], { cwd: webDir, env, limitMs: 5 * 60_000 });
}

/**
 * Every text of the interface is in its catalogue. The texts are extracted into a copy: other checks read the tree
 * meanwhile.
 */
export async function checkCatalogues(): Promise<Check[]> {
  const name = 'the message catalogues are complete';
  if (!existsSync(localesDir)) return [failCheck(name, 'apps/web/src/locales is missing')];
  const copy = await mkdtemp(join(tmpdir(), 'parley-locales-'));
  try {
    await cp(localesDir, copy, { recursive: true });
    const { code, output } = await extractTexts({ ...process.env, LINGUI_LOCALES: copy });
    if (code !== 0) return [failCheck(name, output)];
    return compareCatalogues(name, readCatalogues(localesDir), [...readCatalogues(copy)]);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

function compareCatalogues(name: string, before: Catalogues, after: Array<[string, string]>): Check[] {
  if (after.length === 0) return [failCheck(name, 'there is no catalogue')];
  return [
    failIfAny(
      name,
      after.flatMap(([path, text]) => findMissing(path, before.get(path) ?? '', text)),
    ),
    failIfAny(
      'every text is there in every language',
      after.flatMap(([path, text]) => findUntranslated(path, text)),
    ),
    failIfAny(
      'no text loses its braces',
      after.flatMap(([path, text]) => findLostBraces(path, text)),
    ),
    failIfAny(
      'texts have one apostrophe, ’',
      after.flatMap(([path, text]) => findStraightApostrophes(path, text)),
    ),
  ];
}

/** Texts of the code that a catalogue lacks; those that no longer exist do no harm. */
function findMissing(path: string, before: string, after: string): string[] {
  const known = new Set(idsOf(before));
  return idsOf(after)
    .filter((id) => !known.has(id))
    .map((id) => `${path} lacks ${id}: run "npm run format"`);
}

function idsOf(catalogue: string): string[] {
  return [...catalogue.matchAll(/^(?:msgctxt .*\n)?msgid ([\s\S]*?)\nmsgstr/gm)].map(([, id = '']) => id);
}

/** Entries of a catalogue without a text. */
function findUntranslated(path: string, catalogue: string): string[] {
  return catalogue
    .split(/\n\s*\n/)
    .filter((entry) => /^msgid /m.test(entry) && /^msgstr ""\s*$/m.test(entry) && !/^msgstr ""\n"/m.test(entry))
    .map((entry) => `${path}: ${/^msgid "(.*)"/m.exec(entry)?.[1] ?? ''} has no translation`);
}

/** Texts in which a variable such as {{NAME}} is written out: it would be shown as {}. */
function findLostBraces(path: string, catalogue: string): string[] {
  return [...catalogue.matchAll(/^msgid "(.*\{\{\w+\}\}.*)"$/gm)].map(
    ([, text]) => `${path}: write the variable as \${'{{NAME}}'} in ${JSON.stringify(text)}`,
  );
}

/** The page of an unknown address says to the letter what it was asked to say. */
const given = /^We couldn't find the page/;

function findStraightApostrophes(path: string, catalogue: string): string[] {
  return [...catalogue.matchAll(/^msgid "(.*\p{L}'\p{L}.*)"$/gmu)].flatMap(([, text = '']) =>
    given.test(text) ? [] : [`${path}: write ’ in ${JSON.stringify(text)}`],
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
