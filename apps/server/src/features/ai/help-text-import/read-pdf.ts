import { extractTextItems, getDocumentProxy, type StructuredTextItem } from 'unpdf';
import { createSections, type ReadText } from './sections.ts';

type Line = { text: string; size: number; y: number };

/** Larger letters than most of the file are a heading, a gap larger than a line begins a paragraph. */
const headingFactor = 1.15;
const gapFactor = 1.8;
const mostHeading = 150;

/** The text of a PDF file under its headings, found by the size of their letters. @throws PasswordException */
export async function readPdf(bytes: Uint8Array): Promise<ReadText> {
  const document = await getDocumentProxy(bytes, { verbosity: 0 });
  const { items } = await extractTextItems(document);
  const pages = items.map(linesOf);
  const usual = usualSize(pages.flat());
  const sections = createSections();
  let title: string | null = null;
  let heading: string | null = null;
  const closeHeading = () => {
    if (heading === null) return;
    title ??= heading;
    sections.head(heading);
    heading = null;
  };
  for (const lines of pages) {
    let above: Line | null = null;
    for (const line of lines) {
      if (line.size > usual * headingFactor && line.text.length <= mostHeading) {
        // A heading of several lines is one.
        heading = heading === null ? line.text : `${heading} ${line.text}`;
      } else {
        closeHeading();
        if (above !== null && Math.abs(above.y - line.y) > line.size * gapFactor) sections.line('');
        sections.line(line.text);
      }
      above = line;
    }
    closeHeading();
  }
  return { title, sections: sections.end() };
}

function linesOf(items: readonly StructuredTextItem[]): Line[] {
  const lines: Line[] = [];
  let text = '';
  let size = 0;
  for (const { str, fontSize, hasEOL, y } of items) {
    text += str;
    if (str.trim() !== '') size = Math.max(size, fontSize);
    if (!hasEOL) continue;
    if (text.trim() !== '') lines.push({ text: text.trim(), size, y });
    text = '';
    size = 0;
  }
  if (text.trim() !== '') lines.push({ text: text.trim(), size, y: items.at(-1)?.y ?? 0 });
  return lines;
}

/** The size that most letters have. */
function usualSize(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { text, size } of lines) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  return [...letters].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}
