import { parseSync } from '@swc/core';
import type { SourceFile } from './project-files.ts';

/** Code that writes texts for people: no tests, no SQL. */
export const serverSources =
  /^(?:apps\/server|packages\/contract|packages\/whatsapp-client)\/src\/(?!testing\/)(?!.*(?:\.(?:test|fixture|d)|repo|query)\.ts$).*\.ts$/;

/** The operator’s terminal and status, what programs read in forms that others define, what is written for an AI or a customer. */
const english = [
  /^apps\/server\/src\/(?:entrypoints|start|platform\/(?:backup|db|doctor|export|postgres|processes))\//,
  /^apps\/server\/src\/(?:platform\/(?:config|explain-start-error|http\/unnamed-proxy)|features\/.*(?:health|metrics|notices))\.ts$/,
  /^apps\/server\/src\/features\/(?:graph\/|scim\/(?!feature|handlers)|assistants\/(?!.*(?:authorization|feature|handlers)\.ts))/,
  /^apps\/server\/src\/features\/ai\/(?:requests|examples)\.ts$/,
  /^packages\/contract\/src\/.*(?:library|opt-out-answers|play-scenario|sandbox-driver)\.ts$/,
];
/** Files whose texts are also subjects, titles and names of buttons. */
const titled =
  /email|tell-creator|\/error-catalogue\/|call-outcome|session\/client|whatsapp-client\/src\/errors|\/notifications\/(?:check|jobs)\.ts$/;
/** Files whose texts are also heads of tables. */
const headed = /\/(?:email-lines|report-table|target-table)\.ts$/;
/** Errors of the process, the log and the documentation of the API. */
const unread = new Set([
  'ConfigError',
  'Error',
  'OperatorError',
  'TypeError',
  'debug',
  'describe',
  'error',
  'info',
  'step',
  'warn',
]);
const documentation = new Set(['description', 'help', 'summary']);

type Node = { type?: string; [key: string]: unknown };

/** A text of the server: its key, and the first file that says it. */
export type ServerText = { key: string; path: string };

/**
 * The sentences that the server says to people, by what they look like: they begin with a capital letter or a value
 * and end like a sentence. Values are `{0}`, `{1}` …
 */
export function findServerTexts(files: readonly SourceFile[]): ServerText[] {
  const found = new Map<string, ServerText>();
  for (const { path, text } of files) {
    if (english.some((pattern) => pattern.test(path))) continue;
    const module = parseSync(text, { syntax: 'typescript' }) as unknown as Node;
    const isLikeText = headed.test(path) ? isHead : titled.test(path) ? isTitle : () => false;
    for (const key of textsOf(module, isLikeText, '')) {
      if (!found.has(key)) found.set(key, { key, path });
    }
  }
  return [...found.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

function* textsOf(node: Node, isLikeText: (key: string) => boolean, property: string): Generator<string> {
  if (node.type?.startsWith('Ts') === true && !wrappers.has(node.type)) return;
  if (node.type === 'ImportDeclaration' || unread.has(calleeOf(node))) return;
  const own = node.type === 'KeyValueProperty' ? nameOf(node['key'] as Node) : property;
  const key = documentation.has(own) ? null : keyOf(node);
  if (key !== null && (isSentence(key) || own === 'does' || isLikeText(key))) yield key;
  if (key !== null && own === 'things') yield `{0} ${key}`;
  if (calleeOf(node) === 'said') yield keyOf(argumentOf(node)) ?? '';
  for (const child of childrenOf(node))
    yield* textsOf(child, isLikeText, key === null && node.type !== 'CallExpression' ? own : '');
}

const wrappers = new Set(['TsAsExpression', 'TsConstAssertion', 'TsNonNullExpression', 'TsSatisfiesExpression']);

function keyOf(node: Node): string | null {
  if (node.type === 'StringLiteral') return String(node['value']);
  if (node.type !== 'TemplateLiteral' || node['quasis'] === undefined) return null;
  return (node['quasis'] as Node[])
    .map(({ cooked }, at) => `${at === 0 ? '' : `{${at - 1}}`}${String(cooked)}`)
    .join('');
}

const hasWords = (key: string) => /\p{L}{2,}/u.test(key.replaceAll(/\{\d+\}/g, ''));
const isSentence = (key: string) => /^(?:[\p{Lu}“]|\{\d+\}).*[ ].*[.?!:…](?: \{\d+\})?$/su.test(key) && hasWords(key);
const isHead = (key: string) => /^\p{Lu}[^\n]+$/u.test(key) && hasWords(key);
const isTitle = (key: string) => /^(?:\p{Lu}|\{\d+\}|\d ).* /u.test(key) && hasWords(key);

function calleeOf(node: Node): string {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return '';
  const callee = node['callee'] as Node;
  return nameOf(callee.type === 'MemberExpression' ? (callee['property'] as Node) : callee);
}

function argumentOf(node: Node): Node {
  return (node['arguments'] as { expression: Node }[])[0]?.expression ?? {};
}

function nameOf(node: Node): string {
  return String(node['value'] ?? '');
}

function* childrenOf(node: Node): Generator<Node> {
  for (const [name, value] of Object.entries(node)) {
    if (name === 'key') continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null) yield child as Node;
    }
  }
}
