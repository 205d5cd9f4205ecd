import { type Check, failIfAny } from './check.ts';
import { declaredNames } from './declared-names.ts';
import { listProjectPaths, readProjectFiles, type SourceFile } from './project-files.ts';
import { childrenOf, type Node, parse } from './syntax-tree.ts';
import { type Allowed, allowedNames, allowedTexts, forbiddenWords, type Place } from './words-list.ts';

const code = /^(apps|packages|e2e|bench|scripts)\/.*\.(ts|tsx|mjs)$/;
const migration = /^apps\/server\/migrations\/[^/]+\.sql$/;
/** What answers and log lines are made of: the server and the contract, without tests. */
const spokenCode = /^(apps\/server\/src|packages\/contract\/src)\/(?!testing\/)(?!.*\.(test|fixture)\.ts$).*\.ts$/;
const documents = /^(docs\/.*|README)\.md$/;

const isForbidden = (place: Place) => {
  const words = new Map(forbiddenWords.filter((each) => each.in.includes(place)).map((each) => [each.word, each.use]));
  return (word: string) => words.get(word.toLowerCase());
};

/** The words of a name: of `fooBar`, `foo_bar` and `foo-bar` alike. */
function wordsOf(name: string): string[] {
  return name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter((word) => word !== '');
}

const exported =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|type|class|interface|enum) (\w+)/gm;
const declaredInSql =
  /^(?:create (?:or replace )?(?:unlogged )?(?:table|function|sequence|statistics|(?:unique )?index|trigger|policy) (?:if not exists )?(\w+)| {2}"?(\w+)"? (?:uuid|text|int|bigint|smallint|boolean|jsonb|bytea|timestamptz|real|float8|date)\b[^;\n]*$)/gm;

/** Forbidden words in names of files, exports and of the database, and in those of everything else that is declared. */
export function findWordsInNames(files: readonly SourceFile[], allowed: Allowed): string[] {
  return [...findIn(files, allowed, 'names'), ...findIn(files, allowed, 'locals')];
}

function findIn(files: readonly SourceFile[], allowed: Allowed, place: 'names' | 'locals'): string[] {
  const use = isForbidden(place);
  return files.flatMap(({ path, text }) => {
    const names = place === 'names' ? [path, ...namesIn(path, text)] : localsIn(path, text);
    return names
      .filter((name) => allowed[name] === undefined)
      .flatMap((name) => wordsOf(name).map((word) => ({ name, word, instead: use(word) })))
      .filter(({ instead }) => instead !== undefined)
      .map(({ name, word, instead }) => `${path}: ${name} has "${word}": use ${instead}`);
  });
}

function namesIn(path: string, text: string): string[] {
  const pattern = path.endsWith('.sql') ? declaredInSql : exported;
  return [...text.matchAll(pattern)].map(([, first, second]) => first ?? second ?? '');
}

/** What a file declares and does not export: variables, parameters, members, types. */
function localsIn(path: string, text: string): string[] {
  if (path.endsWith('.sql')) return [];
  const exportedNames = new Set(namesIn(path, text));
  return declaredNames(path, text).filter((name) => !exportedNames.has(name));
}

/** Forbidden words in sentences of string literals: messages, summaries, log lines. */
export function findWordsInTexts(files: readonly SourceFile[], allowed: Allowed): string[] {
  const use = isForbidden('texts');
  return files.flatMap(({ path, text }) =>
    sentencesOf(text)
      .filter((sentence) => allowed[sentence] === undefined)
      .flatMap((sentence) => complain(path, sentence, use)),
  );
}

/** Forbidden words in documents, without code in them. */
export function findWordsInDocuments(files: readonly SourceFile[]): string[] {
  const use = isForbidden('docs');
  return files.flatMap(({ path, text }) =>
    text
      .replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
      .split('\n')
      .flatMap((line, index) => complain(`${path}:${index + 1}`, line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, ''), use)),
  );
}

const commentLine = /^\s*(?:\/\/|\/\*+|\*(?!\/))(.*)$/;

/** Forbidden words in comments on lines of their own and in titles of tests, without code in them. */
export function findWordsInComments(files: readonly SourceFile[]): string[] {
  const use = isForbidden('comments');
  return files.flatMap(({ path, text }) => [
    ...text.split('\n').flatMap((line, index) => {
      const comment = commentLine.exec(line)?.[1] ?? '';
      return complain(`${path}:${index + 1}`, comment.replaceAll(/`[^`]*`/g, ''), use);
    }),
    ...(testFile.test(path) ? [...titlesOf(parse(text))] : []).flatMap((title) => complain(path, title, use)),
  ]);
}

const testFile = /\.(test|spec)\.ts$/;
const testFunctions = new Set(['describe', 'it', 'test']);

/** First arguments of `it`, `test.describe` and the like, whether called directly or with a table. */
function* titlesOf(node: Node): Generator<string> {
  if (node.type === 'CallExpression' && testFunctions.has(calleeOf(node))) {
    const [first] = node['arguments'] as Array<{ expression: Node }>;
    if (first?.expression.type === 'StringLiteral') yield String(first.expression['value']);
  }
  for (const child of childrenOf(node)) yield* titlesOf(child);
}

function calleeOf(node: Node): string {
  if (node.type === 'Identifier') return String(node['value']);
  const inner = node['callee'] ?? node['object'] ?? node['tag'];
  return typeof inner === 'object' && inner !== null ? calleeOf(inner as Node) : '';
}

function complain(where: string, text: string, use: (word: string) => string | undefined): string[] {
  return (text.match(/[A-Za-z]+/g) ?? [])
    .filter((word) => use(word) !== undefined)
    .map((word) => `${where}: "${word}" in ${JSON.stringify(text.trim().slice(0, 100))}: use ${use(word)}`);
}

/** Texts with three words or more that begin like a sentence; statements in SQL do not. */
function sentencesOf(text: string): string[] {
  const found = [...literalsOf(parse(text))];
  return found.filter((each) => /^\P{L}*\p{L}+\P{L}+\p{L}+\P{L}+\p{L}+/u.test(each) && !sql.test(each));
}

const sql = /\b(select|insert into|delete from|join|where|order by|returning|coalesce|set \w+ =)\b/;

function* literalsOf(node: Node): Generator<string> {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration') return;
  if (node.type === 'StringLiteral') yield String(node['value']);
  if (node.type === 'TemplateLiteral' && Array.isArray(node['quasis'])) {
    yield node['quasis'].map((part: Node) => String(part['cooked'] ?? '')).join('…');
  }
  for (const child of childrenOf(node)) yield* literalsOf(child);
}

/** The list of words and its test have all of them. */
function hasNoPlantedWords({ path }: SourceFile): boolean {
  return !path.startsWith('scripts/checks/words');
}

/** Names and texts use the words of the glossary. */
export async function checkWords(): Promise<Check[]> {
  const paths = listProjectPaths();
  const named = [...readProjectFiles(paths, code), ...readProjectFiles(paths, migration)].filter(hasNoPlantedWords);
  const spoken = readProjectFiles(paths, spokenCode);
  const commented = readProjectFiles(paths, code).filter(hasNoPlantedWords);
  return [
    failIfAny('names use the words of the glossary', findWordsInNames(named, allowedNames)),
    failIfAny('API texts and log lines use the words of the glossary', findWordsInTexts(spoken, allowedTexts)),
    failIfAny('comments and test titles use the words of the glossary', findWordsInComments(commented)),
    failIfAny('documents use the words of the glossary', findWordsInDocuments(readProjectFiles(paths, documents))),
  ];
}
