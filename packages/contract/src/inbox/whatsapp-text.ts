import { linkAt } from '../core/links.ts';

/** A segment of a message within a line. */
export type InlineNode =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; text: string }
  | { kind: 'bold' | 'italic' | 'strike'; children: InlineNode[] };

/** A message with WhatsApp formatting. `text` may contain line breaks. */
export type BlockNode =
  | { kind: 'text'; children: InlineNode[] }
  | { kind: 'mono'; text: string }
  | { kind: 'quote' | 'bullets'; lines: InlineNode[][] }
  | { kind: 'numbers'; start: number; lines: InlineNode[][] };

const markers = { '*': 'bold', _: 'italic', '~': 'strike' } as const;
type Marker = keyof typeof markers;

const letterOrDigit = /[\p{L}\p{N}]/u;
const fence = '```';

/** A longer text is shown as typed: each mark and link is an element of the page. Four times what WhatsApp lets us send. */
const mostParsed = 16_384;

/**
 * Parses WhatsApp's formatting: *bold*, _italic_, ~strike~, `code`, ```mono```, "> " quotes, "- " and "* " bullets and
 * "1. " numbers. Marks are adjacent to their text and at word edges, the same mark does not nest, and there is no
 * escaping; any other character stays as typed. Links are those of `linkAt`.
 */
export function parseWhatsAppText(text: string): BlockNode[] {
  if (text.length > mostParsed) return [{ kind: 'text', children: [{ kind: 'text', text }] }];
  const blocks: BlockNode[] = [];
  let rest = text;
  for (;;) {
    const open = rest.indexOf(fence);
    const close = open === -1 ? -1 : rest.indexOf(fence, open + fence.length);
    const mono = close === -1 ? '' : rest.slice(open + fence.length, close);
    if (close === -1 || mono.trim() === '') return [...blocks, ...parseLines(rest)];
    blocks.push(...parseLines(rest.slice(0, open)), { kind: 'mono', text: mono });
    rest = rest.slice(close + fence.length);
  }
}

function parseLines(text: string): BlockNode[] {
  if (text === '') return [];
  const blocks: BlockNode[] = [];
  let plain: string[] = [];
  const flush = () => {
    if (plain.length > 0) blocks.push({ kind: 'text', children: joinLines(plain.map((line) => parseInline(line))) });
    plain = [];
  };
  for (const line of text.split('\n')) {
    const listed = readListLine(line);
    if (listed === null) {
      plain.push(line);
      continue;
    }
    flush();
    const last = blocks.at(-1);
    if (last?.kind === listed.kind && 'lines' in last) last.lines.push(parseInline(listed.text));
    else if (listed.kind === 'numbers') {
      blocks.push({ kind: 'numbers', start: listed.number, lines: [parseInline(listed.text)] });
    } else blocks.push({ kind: listed.kind, lines: [parseInline(listed.text)] });
  }
  flush();
  return blocks;
}

type ListLine = { kind: 'quote' | 'bullets'; text: string } | { kind: 'numbers'; number: number; text: string };

function readListLine(line: string): ListLine | null {
  if (line.startsWith('> ')) return { kind: 'quote', text: line.slice(2) };
  if (/^[-*] \S/.test(line)) return { kind: 'bullets', text: line.slice(2) };
  const numbered = /^(\d{1,2})\. (\S.*)$/.exec(line);
  if (numbered === null) return null;
  return { kind: 'numbers', number: Number(numbered[1]), text: numbered[2] ?? '' };
}

function joinLines(lines: InlineNode[][]): InlineNode[] {
  return mergeText(lines.flatMap((line, index) => (index === 0 ? line : [{ kind: 'text', text: '\n' }, ...line])));
}

/** Where a mark can end, for a whole line: the next place at or after each index; the line's length where there is none. */
type Ends = Readonly<Record<Marker | '`', Int32Array>>;

function findEnds(line: string): Ends {
  return { '*': endsOf(line, '*'), _: endsOf(line, '_'), '~': endsOf(line, '~'), '`': endsOf(line, '`') };
}

function endsOf(line: string, mark: Marker | '`'): Int32Array {
  const ends = new Int32Array(line.length + 3).fill(line.length);
  for (let index = line.length - 1; index >= 0; index -= 1) {
    const isEnd =
      line.charAt(index) === mark &&
      (mark === '`' || (!/\s/.test(line.charAt(index - 1)) && !letterOrDigit.test(line.charAt(index + 1))));
    ends[index] = isEnd ? index : (ends[index + 1] ?? line.length);
  }
  return ends;
}

/** More addresses than this that are none: what follows is text, because each of them is read to its end. */
const mostWrongAddresses = 20;

/** A line that is being parsed. What surrounds a mark does not depend on the part of the line that is parsed. */
type Line = { text: string; ends: Ends; wrongAddresses: number };

function parseInline(text: string): InlineNode[] {
  return parseRange({ text, ends: findEnds(text), wrongAddresses: 0 }, 0, text.length, []);
}

function parseRange(line: Line, from: number, to: number, open: readonly Marker[]): InlineNode[] {
  const nodes: InlineNode[] = [];
  let index = from;
  while (index < to) {
    const found = readCode(line, index, to) ?? readLink(line, index, to) ?? readMarked(line, index, to, open);
    if (found === null) {
      nodes.push({ kind: 'text', text: line.text.charAt(index) });
      index += 1;
    } else {
      nodes.push(found.node);
      index = found.end;
    }
  }
  return mergeText(nodes);
}

type Found = { node: InlineNode; end: number } | null;

function readCode({ text: line, ends }: Line, index: number, to: number): Found {
  if (line.charAt(index) !== '`') return null;
  const close = ends['`'][index + 1] ?? to;
  const text = close >= to ? '' : line.slice(index + 1, close);
  return text.trim() === '' ? null : { node: { kind: 'code', text }, end: close + 1 };
}

function readLink(line: Line, index: number, to: number): Found {
  if (line.wrongAddresses > mostWrongAddresses) return null;
  const link = linkAt(line.text, index, to);
  if (link !== null) return { node: { kind: 'link', ...link }, end: index + link.text.length };
  if (/^https?:/i.test(line.text.slice(index, index + 6))) line.wrongAddresses += 1;
  return null;
}

function readMarked(line: Line, index: number, to: number, open: readonly Marker[]): Found {
  const mark = line.text.charAt(index);
  if (!isMarker(mark) || open.includes(mark)) return null;
  const next = line.text.charAt(index + 1);
  if (letterOrDigit.test(line.text.charAt(index - 1)) || !/\S/.test(next) || next === mark) return null;
  const close = line.ends[mark][index + 2] ?? to;
  if (close >= to) return null;
  const children = parseRange(line, index + 1, close, [...open, mark]);
  return { node: { kind: markers[mark], children }, end: close + 1 };
}

function isMarker(character: string): character is Marker {
  return character in markers && character !== '';
}

function mergeText(nodes: InlineNode[]): InlineNode[] {
  const merged: InlineNode[] = [];
  for (const node of nodes) {
    const last = merged.at(-1);
    if (node.kind === 'text' && last?.kind === 'text')
      merged[merged.length - 1] = { kind: 'text', text: last.text + node.text };
    else merged.push(node);
  }
  return merged;
}

/** The text of a message without marks, in one line: for quotes and previews. */
export function plainTextOf(text: string): string {
  return parseWhatsAppText(text)
    .map((block) => {
      if (block.kind === 'mono') return block.text;
      if (block.kind === 'text') return inlineText(block.children);
      return block.lines.map(inlineText).join(' ');
    })
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function inlineText(nodes: readonly InlineNode[]): string {
  return nodes.map((node) => ('children' in node ? inlineText(node.children) : node.text)).join('');
}

/** Whether a text has anything that WhatsApp shows otherwise than it is typed. Links alone do not count. */
export function hasFormatting(text: string): boolean {
  if (!/[*_~`]|^(?:> |- |\d{1,2}\. )/m.test(text)) return false;
  const isFormatted = ({ kind }: InlineNode) => kind !== 'text' && kind !== 'link';
  return parseWhatsAppText(text).some((block) => block.kind !== 'text' || block.children.some(isFormatted));
}

/** Servers refuse longer ones. */
const longestAddress = 2_000;

/** The address of the first website that a text names, with its protocol; null without one. */
export function firstAddress(text: string): string | null {
  // Most texts name none, and every message is asked.
  if (!/:\/\/|[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(text)) return null;
  for (const block of parseWhatsAppText(text)) {
    const lines = block.kind === 'text' ? [block.children] : block.kind === 'mono' ? [] : block.lines;
    const found = lines.map(firstAmong).find((address) => address !== null);
    if (found !== undefined) return found;
  }
  return null;
}

function firstAmong(nodes: readonly InlineNode[]): string | null {
  for (const node of nodes) {
    const inside = 'children' in node ? firstAmong(node.children) : null;
    if (inside !== null) return inside;
    if (node.kind === 'link' && node.href.startsWith('http') && node.href.length <= longestAddress) {
      return /^https?:/i.test(node.text) ? node.text : `https://${node.text}`;
    }
  }
  return null;
}
