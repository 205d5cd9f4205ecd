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
const linkAtHere = /https?:\/\/[^\s<>"]+/iy;
const fence = '```';

/**
 * Parses WhatsApp's formatting: *bold*, _italic_, ~strike~, `code`, ```mono```, "> " quotes, "- " and "* " bullets and
 * "1. " numbers. Marks are adjacent to their text and at word edges, the same mark does not nest, and there is no
 * escaping; any other character stays as typed. Only http and https URLs become links.
 */
export function parseWhatsAppText(text: string): BlockNode[] {
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

function parseInline(line: string, open: readonly Marker[] = []): InlineNode[] {
  const nodes: InlineNode[] = [];
  let index = 0;
  while (index < line.length) {
    const found = readCode(line, index) ?? readLink(line, index) ?? readMarked(line, index, open);
    if (found === null) {
      nodes.push({ kind: 'text', text: line.charAt(index) });
      index += 1;
    } else {
      nodes.push(found.node);
      index = found.end;
    }
  }
  return mergeText(nodes);
}

type Found = { node: InlineNode; end: number } | null;

function readCode(line: string, index: number): Found {
  if (line.charAt(index) !== '`') return null;
  const close = line.indexOf('`', index + 1);
  const text = close === -1 ? '' : line.slice(index + 1, close);
  return text.trim() === '' ? null : { node: { kind: 'code', text }, end: close + 1 };
}

function readLink(line: string, index: number): Found {
  if (letterOrDigit.test(line.charAt(index - 1))) return null;
  linkAtHere.lastIndex = index;
  const matched = linkAtHere.exec(line)?.[0];
  if (matched === undefined) return null;
  const text = trimLinkEnd(matched);
  const address = URL.parse(text);
  // The pattern allows only these two protocols; checked again where it matters.
  if (address === null || (address.protocol !== 'http:' && address.protocol !== 'https:')) return null;
  return { node: { kind: 'link', href: address.href, text }, end: index + text.length };
}

/** Punctuation after a URL belongs to the sentence, as does a bracket that the URL did not open. */
function trimLinkEnd(matched: string): string {
  let text = matched.replace(/[.,!?;:'*_~]+$/, '');
  while (text.endsWith(')') && text.split(')').length > text.split('(').length) {
    text = text.slice(0, -1).replace(/[.,!?;:'*_~]+$/, '');
  }
  return text;
}

function readMarked(line: string, index: number, open: readonly Marker[]): Found {
  const mark = line.charAt(index);
  if (!isMarker(mark) || open.includes(mark)) return null;
  const next = line.charAt(index + 1);
  if (letterOrDigit.test(line.charAt(index - 1)) || !/\S/.test(next) || next === mark) return null;
  for (let close = line.indexOf(mark, index + 2); close !== -1; close = line.indexOf(mark, close + 1)) {
    const hugs = !/\s/.test(line.charAt(close - 1));
    if (!hugs || letterOrDigit.test(line.charAt(close + 1))) continue;
    const children = parseInline(line.slice(index + 1, close), [...open, mark]);
    return { node: { kind: markers[mark], children }, end: close + 1 };
  }
  return null;
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
  if (!/[*_~`]|^\s*(?:[->]|\d+\.)/m.test(text)) return false;
  const isFormatted = ({ kind }: InlineNode) => kind !== 'text' && kind !== 'link';
  return parseWhatsAppText(text).some((block) => block.kind !== 'text' || block.children.some(isFormatted));
}
