import type { Language } from '@parley/contract/languages';
import { translate } from '../texts/translate.ts';

/** A paragraph that is not ours: what a person wrote, or what is in the recipient’s language already. */
export type Written = { written: string };

/** An email in parts, so that plain text and HTML have the same content. All of it is text and escaped in HTML. */
export type Email = {
  /** `<feature>.<what>`, for the operator's list. */
  kind: string;
  to: string;
  subject: string;
  /** Paragraphs before the code or button. */
  lines: (string | Written)[];
  /** Digits to type. */
  code?: string;
  action?: { label: string; url: string };
  /** Paragraphs after it, smaller. */
  notes?: (string | Written)[];
  attachments?: EmailAttachment[];
  /** For a recipient whose own language is not known. */
  language?: Language;
  /** Else the language of this user, who causes the email; without one English. */
  causedBy?: string;
};

type Texts = Omit<Email, 'lines' | 'notes'> & { lines: string[]; notes: string[] };

export type EmailAttachment = { filename: string; contentType: string; base64: string };

export type RenderedEmail = { text: string; html: string; attachments?: EmailAttachment[] };

/** Emails must be readable without images and styles, so nothing is loaded. */
export function renderEmail(email: Email, language: Language): RenderedEmail & { subject: string } {
  const { attachments = [] } = email;
  const texts = textsIn(language, email);
  const { subject } = texts;
  const html = asHtml(texts, language);
  return { subject, text: asText(texts), html, ...(attachments.length === 0 ? {} : { attachments }) };
}

function textsIn(language: Language, { subject, lines, action, notes = [], ...rest }: Email): Texts {
  const paragraph = (line: string | Written) => (typeof line === 'string' ? translate(language, line) : line.written);
  return {
    ...rest,
    subject: translate(language, subject),
    lines: lines.map(paragraph),
    ...(action && { action: { ...action, label: translate(language, action.label) } }),
    notes: notes.map(paragraph),
  };
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

function asText({ lines, code, action, notes }: Texts): string {
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

function asHtml({ subject, lines, code, action, notes }: Texts, language: Language): string {
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
    `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${escapeHtml(headerText(subject))}</title></head>`,
    `<body style="${bodyStyle}"><div style="max-width:520px;margin:0 auto">${parts.join('')}</div></body></html>`,
  ].join('\n');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
