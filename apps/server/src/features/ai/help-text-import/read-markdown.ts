import { createSections, type ReadText } from './sections.ts';

const heading = /^ {0,3}#{1,6}[ \t]+(\S.*)$/;
const closing = /[ \t]+#+[ \t]*$/;
const underline = /^ {0,3}(?:=+|-{2,})[ \t]*$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;
const frontMatter = /^---\n[\s\S]{0,20000}?\n---\n/;

/** Headings of Markdown, outside of code; what is under them stays as written. https://spec.commonmark.org/0.31.2/#atx-headings */
export function readMarkdown(text: string): ReadText {
  const sections = createSections();
  let fenced: string | null = null;
  let title: string | null = null;
  let before: string | null = null;
  const head = (words: string) => {
    title ??= words;
    sections.head(words);
  };
  const keep = () => {
    if (before !== null) sections.line(before);
    before = null;
  };
  for (const line of text.replace(frontMatter, '').split('\n')) {
    const mark = fence.exec(line)?.[1];
    if (fenced !== null || mark !== undefined) {
      keep();
      sections.line(line);
      if (fenced === null) fenced = mark ?? null;
      else if (mark?.startsWith(fenced)) fenced = null;
      continue;
    }
    const words = heading.exec(line)?.[1]?.replace(closing, '');
    if (words !== undefined) {
      keep();
      head(words);
    } else if (before !== null && before.trim() !== '' && underline.test(line)) {
      head(before.trim());
      before = null;
    } else {
      keep();
      before = line;
    }
  }
  keep();
  return { title, sections: sections.end() };
}

/** A text without headings. */
export function readPlainText(text: string): ReadText {
  const sections = createSections();
  sections.line(text);
  return { title: null, sections: sections.end() };
}
