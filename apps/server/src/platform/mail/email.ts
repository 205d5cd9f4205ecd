/** An email in parts, so that plain text and HTML have the same content. All of it is text and escaped in HTML. */
export type Email = {
  /** `<feature>.<what>`, for the operator's list. */
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
  attachments?: EmailAttachment[];
};

export type EmailAttachment = { filename: string; contentType: string; base64: string };

export type RenderedEmail = { text: string; html: string; attachments?: EmailAttachment[] };

/** Emails must be readable without images and styles, so nothing is loaded. */
export function renderEmail(email: Email): RenderedEmail {
  const { attachments = [] } = email;
  return { text: asText(email), html: asHtml(email), ...(attachments.length === 0 ? {} : { attachments }) };
}

/** Reads the same, and no mail program makes a link of it. */
export function withoutLink(text: string): string {
  return text.replaceAll(/(\.|:\/\/)(?=\S)/g, '$1\u2060');
}

/** One line for a header: names of accounts and users may contain line breaks. */
export function headerText(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
}

function asText({ lines, code, action, notes = [] }: Email): string {
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

function asHtml({ subject, lines, code, action, notes = [] }: Email): string {
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
