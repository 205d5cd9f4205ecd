import { parseSync } from '@swc/core';
import { type Check, failCheck, failIfAny, passCheck } from './check.ts';
import { commonWords, featureNouns, namedFeatures } from './feature-names-exceptions.ts';
import { listProjectPaths, readProjectFiles, type SourceFile } from './project-files.ts';

const featureFolder = /^apps\/(?:server|web)\/src\/features\/([a-z-]+)\//;
/** Code below all features; tests and galleries may take their examples from one. */
const lowerCode = /^apps\/(?:server|web)\/src\/(?:platform|ui)\/(?!.*\.(?:test|fixture|gallery)\.tsx?$).*\.tsx?$/;

/** Singular and plural of the features' folders and of their nouns, except words that mean something else too. */
export function listFeatureWords(paths: readonly string[]): Set<string> {
  const folders = paths.flatMap((path) => featureFolder.exec(path)?.[1] ?? []);
  const singular = [...folders, ...featureNouns].map((name) => name.replace(/s$/, ''));
  return new Set(singular.filter((name) => commonWords[name] === undefined).flatMap((name) => [name, `${name}s`]));
}

export type NamedFeature = { path: string; word: string };

/** Names of features in paths, names, strings and texts of code that serves all of them. Comments may give examples. */
export function findFeatureNames(files: readonly SourceFile[], words: ReadonlySet<string>): NamedFeature[] {
  return files.flatMap(({ path, text }) => {
    const said = [path.replace(/^.*\/src\//, ''), ...wordsIn(parse(path, text))];
    const found = said.flatMap(splitWords).filter((word) => words.has(word));
    return [...new Set(found.map((word) => word.replace(/s$/, '')))].map((word) => ({ path, word }));
  });
}

type Node = { type?: string; [key: string]: unknown };

const parse = (path: string, text: string) =>
  parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x') }) as unknown as Node;

const saying: Readonly<Record<string, string>> = {
  Identifier: 'value',
  StringLiteral: 'value',
  TemplateElement: 'raw',
  JSXText: 'value',
  RegExpLiteral: 'pattern',
};

function* wordsIn(node: Node): Generator<string> {
  const key = saying[node.type ?? ''];
  if (key !== undefined) yield String(node[key]);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null) yield* wordsIn(child as Node);
    }
  }
}

function splitWords(text: string): string[] {
  return text.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((word) => word.toLowerCase());
}

/** Names that are not excepted, and exceptions that nothing needs any more. */
export function compareNames(found: readonly NamedFeature[], allowed: Readonly<Record<string, string>>): string[] {
  const keys = found.map(({ path, word }) => `${path}: ${word}`);
  return [
    ...keys
      .filter((key) => allowed[key] === undefined)
      .map((key) => `${key} is a feature’s: it registers what it brings`),
    ...Object.keys(allowed)
      .filter((key) => !keys.includes(key))
      .map((key) => `${key}: take it off the list, nothing needs this exception`),
  ];
}

/** `platform` and `ui` know no feature's name. */
export async function checkFeatureNames(): Promise<Check[]> {
  const paths = listProjectPaths();
  const words = listFeatureWords(paths);
  const files = readProjectFiles(paths, lowerCode);
  return [
    words.size > 30 && files.length > 150
      ? passCheck('features and platform are seen')
      : failCheck('features and platform are seen', `${words.size} words, ${files.length} files`),
    failIfAny('platform and ui name no feature', compareNames(findFeatureNames(files, words), namedFeatures)),
  ];
}
