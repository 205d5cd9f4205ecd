import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../../packages/contract/src/core/languages.ts';
import { type Check, failIfAny } from './check.ts';
import { listProjectPaths, readProjectFiles } from './project-files.ts';
import { projectDir } from './run-program.ts';
import { findServerTexts, type ServerText, serverSources } from './server-texts.ts';

const localesDir = join(projectDir, 'apps', 'server', 'src', 'locales');
/** The translations of a language by their English text; '' has none yet, and fails the check. */
type Catalogue = Record<string, string>;

function readCatalogue(language: string): Catalogue {
  const file = join(localesDir, `${language}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue) : {};
}

/** Its sentences begin with the API's name of a field; in other languages they say "this field", as the answer names it. */
const aboutFields = 'packages/contract/src/core/issue-text.ts';

function readSources(): ServerText[] {
  return findServerTexts(readProjectFiles(listProjectPaths(), serverSources));
}

const translated = languages.filter((language) => language !== 'en');

/** Writes the server's texts into the catalogues: new ones without a translation, and none that no code says. */
export function writeServerTexts(): void {
  const keys = readSources().map(({ key }) => key);
  for (const language of translated) {
    const before = readCatalogue(language);
    const after = Object.fromEntries(keys.map((key) => [key, before[key] ?? '']));
    writeFileSync(join(localesDir, `${language}.json`), `${JSON.stringify(after, null, 2)}\n`);
  }
}

/** Every text of the server is in the catalogues, and every translation has the values of its text. */
export async function checkServerTexts(): Promise<Check[]> {
  const sources = readSources();
  const keys = sources.map(({ key }) => key);
  const nameless = new Set(sources.filter(({ path }) => path === aboutFields).map(({ key }) => key));
  const catalogues = translated.map((language) => ({ language, texts: readCatalogue(language) }));
  return [
    failIfAny(
      'the server’s catalogues have its texts',
      catalogues.flatMap(({ language, texts }) => findOutdated(language, texts, keys)),
    ),
    failIfAny(
      'translations of the server’s texts keep their values',
      catalogues.flatMap(({ language, texts }) => findLostValues(language, texts, nameless)),
    ),
  ];
}

export function findOutdated(language: string, texts: Catalogue, keys: readonly string[]): string[] {
  const known = new Set(keys);
  const missing = keys.filter((key) => !texts[key]);
  const stale = Object.keys(texts).filter((key) => !known.has(key));
  return [
    ...missing.map((key) => `${language} lacks ${JSON.stringify(key)}: run "npm run format"`),
    ...stale.map((key) => `${language} has ${JSON.stringify(key)}, which no code says: run "npm run format"`),
  ];
}

/** @param nameless texts whose first value a translation may leave out */
export function findLostValues(
  language: string,
  texts: Catalogue,
  nameless: ReadonlySet<string> = new Set(),
): string[] {
  return Object.entries(texts).flatMap(([key, translation]) => {
    if (translation === '') return [];
    const wanted = valuesIn(key);
    const given = valuesIn(translation);
    const lost = [...wanted].filter((value) => !given.has(value) && !(value === '0' && nameless.has(key)));
    const foreign = [...given].filter((value) => !wanted.has(value));
    return [...lost, ...foreign].map((value) => `${language}: {${value}} of ${JSON.stringify(key)}`);
  });
}

/** The numbers of the values of a text; `{{1}}` is a variable that is written out. */
function valuesIn(text: string): Set<string> {
  const found = text.matchAll(/\{(\d+), plural,|(?<!\{)(?:\{\{)?\{(\d+)\}(?:\}\})?(?!\})/g);
  return new Set([...found].map(([, counted, plain]) => counted ?? plain ?? ''));
}
