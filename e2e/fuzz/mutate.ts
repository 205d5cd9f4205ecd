/** Mutates documented deliveries into undocumented ones: by structure, and byte by byte. */
import { escapeAsMeta } from '@parley/whatsapp-fixtures';
import type { Random } from '../chaos/random.ts';

type Node = Record<string, unknown> | unknown[];
/** A position in the tree: its parent and the key or index there. */
type Place = { parent: Node; key: string };

const oddTexts = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud83d',
    '\udc4d tail',
    '👍🏽'.repeat(40),
    '\u202e',
    'null',
    '-1',
    '1e999',
    '0x10',
  ],
  ...['__proto__', 'constructor', '../../etc/passwd', "'; drop table messages; --", '<script>alert(1)</script>'],
  ...['9223372036854775808', 'wamid.', 'PT.', '+', '00351910000001', 'x'.repeat(70_000), 'é'.repeat(3_000)],
];
const oddValues = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[]],
  [null],
  { a: { b: 1 } },
];
const fields = [
  ...['messages', 'history', 'user_preferences', 'account_update', 'message_template_status_update', 'security'],
  ...['smb_message_echoes', 'smb_app_state_sync', 'phone_number_quality_update', 'account_alerts', 'calls', ''],
];

/** One to four changes in the tree. @param tree parsed JSON; it is modified */
export function mutateTree(random: Random, tree: Node): string {
  const times = 1 + Math.floor(random.next() * 4);
  for (let turn = 0; turn < times; turn += 1) mutateOnce(random, tree);
  let text = escapeAsMeta(JSON.stringify(tree));
  // A bare integer above 2^53, like template ids; a tree of numbers could not contain it.
  if (random.next() < 0.1) text = text.replace(/:(\d+)([,}])/, ':9223372036854775808123$2');
  if (random.next() < 0.05) text = `\n\t ${text} \n`;
  return text;
}

function mutateOnce(random: Random, tree: Node): void {
  const places = placesIn(tree);
  if (places.length === 0) return;
  const { parent, key } = random.pick(places);
  const value: unknown = (parent as Record<string, unknown>)[key];
  const set = (next: unknown): void => {
    (parent as Record<string, unknown>)[key] = next;
  };
  const mutations: (() => void)[] = [
    () => remove(parent, key),
    () => set(random.pick(oddTexts)),
    // A copy: later changes to it must not affect the next delivery, or nest it in itself.
    () => set(structuredClone(random.pick(oddValues))),
    () => set([value]),
    () => set({ [key]: value }),
    () => set(String(JSON.stringify(value) ?? '')),
    () => set(nested(value, 5 + Math.floor(random.next() * 200))),
    () => rename(parent, key, random.pick(['__proto__', 'type', 'id', 'from', 'unknown', key.toUpperCase()])),
    () => repeat(random, parent, value),
    () => swap(random, places, { parent, key }),
    () => setField(random, tree),
  ];
  random.pick(mutations)();
}

/** Every position below the root; deep trees are cut, so that a nested one does not dominate. */
function placesIn(node: Node, depth = 0): Place[] {
  if (depth > 24) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const here = { parent: node, key };
    return typeof value === 'object' && value !== null ? [here, ...placesIn(value as Node, depth + 1)] : [here];
  });
}

function remove(parent: Node, key: string): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

function rename(parent: Node, from: string, to: string): void {
  if (Array.isArray(parent)) return;
  Object.defineProperty(parent, to, { value: parent[from], enumerable: true, configurable: true, writable: true });
  if (to !== from) delete parent[from];
}

function repeat(random: Random, parent: Node, value: unknown): void {
  if (!Array.isArray(parent)) return;
  const times = Math.floor(random.next() * 30);
  for (let copy = 0; copy < times; copy += 1) parent.push(structuredClone(value));
}

function swap(random: Random, places: readonly Place[], one: Place): void {
  const other = random.pick(places);
  const left = (one.parent as Record<string, unknown>)[one.key];
  const right = (other.parent as Record<string, unknown>)[other.key];
  (one.parent as Record<string, unknown>)[one.key] = structuredClone(right);
  (other.parent as Record<string, unknown>)[other.key] = structuredClone(left);
}

function setField(random: Random, tree: Node): void {
  const changes = placesIn(tree).filter(({ key }) => key === 'field');
  if (changes.length > 0) (random.pick(changes).parent as Record<string, unknown>)['field'] = random.pick(fields);
}

function nested(value: unknown, depth: number): unknown {
  let inner = value;
  for (let level = 0; level < depth; level += 1) inner = level % 2 === 0 ? [inner] : { a: inner };
  return inner;
}

/** Truncates, flips, repeats or inserts bytes. */
export function mutateBytes(random: Random, body: Buffer): Buffer {
  const at = Math.floor(random.next() * body.length);
  const length = 1 + Math.floor(random.next() * 40);
  const [head, middle, tail] = [body.subarray(0, at), body.subarray(at, at + length), body.subarray(at + length)];
  const noise = Buffer.from(Array.from({ length }, () => Math.floor(random.next() * 256)));
  const mutations: (() => Buffer)[] = [
    () => Buffer.from(head),
    () => Buffer.concat([head, tail]),
    () => Buffer.concat([head, noise, tail]),
    () => Buffer.concat([head, middle, middle, tail]),
    () =>
      Buffer.concat([
        head,
        Buffer.from(random.pick(['{', '}', '[', ']', '"', ',', ':', '\\', '\\u0000'])),
        middle,
        tail,
      ]),
    () => Buffer.concat([body, body]),
  ];
  return random.pick(mutations)();
}
