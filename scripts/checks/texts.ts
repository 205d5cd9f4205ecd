import { parseSync } from '@swc/core';
import { type Check, failIfAny } from './check.ts';
import { listProjectPaths, readProjectFiles, type SourceFile } from './project-files.ts';

/** Code of the web app with visible texts; no tests. */
const screens = /^apps\/web\/src\/(?!testing\/|service-worker\/)(?!.*\.(test|fixture)\.tsx?$).*\.tsx?$/;

/** Attributes and properties whose text is visible or read by screen readers. */
const spoken = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'confirm',
  'data-tip',
  'error',
  'help',
  'keep',
  'label',
  'message',
  'note',
  'placeholder',
  'removeLabel',
  'title',
]);

/** The product's name, what is printed on keys and how addresses begin are the same in every language. */
const ours = new Set(['Parley', 'Ctrl', 'Enter', 'Esc', 'Shift', 'Tab', 'http', 'https']);
/** Examples of names and addresses in the gallery are no texts of the interface. */
const samples = /\.gallery\.tsx$/;
/** Sample texts of a server or a customer, for the gallery. */
const sampleRows = /\/sample-[a-z-]+\.ts$/;

type Node = { type?: string; span?: { start: number }; [key: string]: unknown };

/**
 * Visible text that is missing from the catalogues: between tags, in spoken attributes, in the message of a toast.
 * The catalogue's own macros are calls and tagged templates, so a plain string in such a place is always a slip.
 */
export function findLooseTexts(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const module = parseSync(file.text, { syntax: 'typescript', tsx: file.path.endsWith('.tsx') });
    return [...looseTextsOf(module as unknown as Node)]
      .filter(({ text }) => hasWords(text) && !(samples.test(file.path) && isSample(text)))
      .map(({ text }) => `${file.path}: ${JSON.stringify(text)} is in no catalogue`);
  });
}

function hasWords(text: string): boolean {
  return (text.match(/\p{L}{2,}/gu) ?? []).some((word) => !ours.has(word));
}

/** A name, a number, an address, a text of a customer: anything but a sentence of the interface. */
function isSample(text: string): boolean {
  return !/^[A-Z][a-z]+( [a-z]+)+/.test(text.trim());
}

function* looseTextsOf(node: Node): Generator<{ text: string }> {
  if (isMarked(node)) return;
  if (node.type === 'JSXText') yield { text: String(node['value']) };
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    for (const child of node['children'] as Node[]) if (child.type === 'JSXExpressionContainer') yield* literal(child);
  }
  if (node.type === 'JSXAttribute' && spoken.has(nameOf(node['name'] as Node)) && node['value']) {
    yield* literal(node['value'] as Node);
  }
  if (node.type === 'KeyValueProperty' && spoken.has(nameOf(node['key'] as Node)))
    yield* literal(node['value'] as Node);
  for (const child of childrenOf(node)) yield* looseTextsOf(child);
}

/** The inside of a type, of a text's own call, or of an attribute that is not spoken needs no check. */
function isMarked(node: Node): boolean {
  // A text with its context: `t({ message, context })`.
  if (node.type === 'CallExpression' && /^(?:t|msg)$/.test(nameOf(node['callee'] as Node))) return true;
  if (node.type === 'JSXAttribute' && !spoken.has(nameOf(node['name'] as Node))) {
    const value = node['value'] as Node | null;
    return value === null || value.type === 'StringLiteral';
  }
  return (
    node.type?.startsWith('Ts') === true && node.type !== 'TsAsExpression' && node.type !== 'TsSatisfiesExpression'
  );
}

function* literal(value: Node): Generator<{ text: string }> {
  if (value.type === 'StringLiteral') yield { text: String(value['value']) };
  if (value.type === 'JSXExpressionContainer') yield* literal(value['expression'] as Node);
  if (value.type === 'ConditionalExpression') {
    yield* literal(value['consequent'] as Node);
    yield* literal(value['alternate'] as Node);
  }
  if (value.type === 'TemplateLiteral') {
    for (const part of value['quasis'] as Node[]) yield { text: String(part['cooked'] ?? '') };
  }
}

function nameOf(node: Node): string {
  if (node.type === 'JSXNamespacedName') return `${nameOf(node['namespace'] as Node)}:${nameOf(node['name'] as Node)}`;
  return String(node['value'] ?? '');
}

function* childrenOf(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null) {
        const inner = child as Node & { expression?: Node };
        // Arguments and elements of lists are wrapped without their own type.
        yield inner.type === undefined && inner.expression ? inner.expression : inner;
      }
    }
  }
}

/** Every text of the interface is in the catalogues. */
export async function checkTexts(): Promise<Check[]> {
  const files = readProjectFiles(listProjectPaths(), screens).filter(({ path }) => !sampleRows.test(path));
  return [failIfAny('every text of the interface is in a catalogue', findLooseTexts(files))];
}
