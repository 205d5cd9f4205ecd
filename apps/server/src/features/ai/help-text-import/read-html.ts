import { convert, type FormatCallback } from 'html-to-text';
import { createSections, type ReadText } from './sections.ts';

/** Begins the line of a heading; the page's own are taken out before. */
const mark = '\uE000';
const titleTag = /<title\b[^<>]{0,400}>([^<]{0,2000})/i;

const formatHeading: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addInline(mark);
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const skipped = [
  ...['nav', 'footer', 'aside', 'form', 'button', 'select', 'dialog', 'script', 'style', 'noscript', 'template'],
  ...['svg', 'img', 'iframe', 'object', 'video', 'audio', 'body > header', '[hidden]', '[aria-hidden=true]'],
];
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** The text of a page under its headings, without menus and other things around it. */
export function readHtml(html: string): ReadText {
  const clean = html.replaceAll(mark, '');
  const text = convert(clean, {
    wordwrap: false,
    baseElements: { selectors: ['main', 'body'], returnDomByDefault: true },
    formatters: { heading: formatHeading },
    limits: { maxDepth: 200, maxBaseElements: 1 },
    selectors: [
      ...headings.map((selector) => ({ selector, format: 'heading' })),
      ...skipped.map((selector) => ({ selector, format: 'skip' })),
      { selector: 'a', options: { ignoreHref: true } },
    ],
  });
  const sections = createSections();
  for (const line of text.split('\n')) {
    if (!line.startsWith(mark)) sections.line(line.replaceAll(mark, ''));
    else sections.head(line.slice(mark.length).replaceAll(mark, ' '));
  }
  const title = convert(titleTag.exec(clean)?.[1] ?? '', { wordwrap: false });
  return { title: title === '' ? null : title, sections: sections.end() };
}
