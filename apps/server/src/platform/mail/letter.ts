/** A letter in parts, so that plain text and HTML say the same. Everything in it is text; nothing is trusted as markup. */
export type Letter = {
  /** `<feature>.<what it is>`, for the operator's list. */
  kind: string;
  to: string;
  subject: string;
  /** Paragraphs before the code or button. */
  lines: string[];
  /** Digits to type. */
  code?: string;
  action?: { label: string; url: string };
  /** Paragraphs after it, smaller. */
  notes?: string[];
};

export type RenderedLetter = { text: string; html: string };

/** Letters must be readable with pictures and styles off, so there are none to fetch. */
export function renderLetter(letter: Letter): RenderedLetter {
  return { text: asText(letter), html: asHtml(letter) };
}

/** One line for a header: names of accounts and people may hold line breaks. */
export function headerText(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
}

function asText({ lines, code, action, notes = [] }: Letter): string {
  const parts = [
    ...lines,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...notes,
    '-- \nParley',
  ];
  return `${parts.join('\n\n')}\n`;
}

const bodyStyle =
  'margin:0;padding:24px;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1a1d21';
const codeStyle = 'font-size:28px;letter-spacing:4px;font-weight:600;margin:24px 0';
const buttonStyle =
  'display:inline-block;padding:10px 20px;border-radius:6px;background:#0b6e4f;color:#ffffff;text-decoration:none';
const noteStyle = 'font-size:13px;color:#5b6470';

function asHtml({ subject, lines, code, action, notes = [] }: Letter): string {
  const paragraph = (text: string, style = '') =>
    `<p${style === '' ? '' : ` style="${style}"`}>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  const parts = [
    ...lines.map((line) => paragraph(line)),
    ...(code === undefined ? [] : [paragraph(code, codeStyle)]),
    ...(action === undefined
      ? []
      : [
          `<p style="margin:24px 0"><a style="${buttonStyle}" href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>`,
          paragraph(action.url, noteStyle),
        ]),
    ...notes.map((note) => paragraph(note, noteStyle)),
  ];
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(headerText(subject))}</title></head>`,
    `<body style="${bodyStyle}"><div style="max-width:520px;margin:0 auto">${parts.join('')}</div></body></html>`,
  ].join('\n');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
