import { plainNumber } from '../core/phone-text.ts';
import { everyOptOutWord } from '../settings/opt-out-words.ts';
import { contentLimits, type TemplateButton, type TemplateContent } from './content.ts';
import { variableNames } from './fill.ts';
import { isValidityAllowed } from './validity.ts';

/*
 * What WhatsApp refuses in a template, and what its reviewers dislike. The editor shows it while typing; the server
 * refuses to submit what has an error.
 */

export type LintCode =
  | 'body_missing'
  | 'button_incomplete'
  | 'button_repeated'
  | 'buttons_mixed'
  | 'card_file'
  | 'card_buttons'
  | 'cards_count'
  | 'cards_differ'
  | 'flow_missing'
  | 'not_with_cards'
  | 'offer_category'
  | 'offer_footer'
  | 'offer_header'
  | 'header_variables'
  | 'footer_variables'
  | 'link_shortened'
  | 'name_invalid'
  | 'opt_out_missing'
  | 'phone_invalid'
  | 'promotional'
  | 'sample_missing'
  | 'text_missing'
  | 'too_long'
  | 'too_many_buttons'
  | 'too_many_variables'
  | 'url_invalid'
  | 'url_variable'
  | 'validity_range'
  | 'variables_adjacent'
  | 'variable_edge'
  | 'variable_gap'
  | 'variable_mixed'
  | 'variable_name'
  | 'variables_dense';

export type LintFinding = {
  code: LintCode;
  /** `name`, `header`, `body`, `footer`, `buttons`, `buttons.0`, `samples.first_name`, `offer`, `cards.0.body`. */
  field: string;
  /** An error keeps it from being submitted. */
  level: 'error' | 'warning';
  /** The variable, word or limit that it is about. */
  about?: string;
};

type Linted = { name: string; category: string; content: TemplateContent; validity?: number | null };

/** Everything found, errors first. */
export function lintTemplate({ name, category, content, validity = null }: Linted): LintFinding[] {
  const named = [
    ...(/^[a-z0-9_]{1,512}$/.test(name) ? [] : [error('name_invalid', 'name')]),
    ...(isValidityAllowed(category, validity) ? [] : [error('validity_range', 'message_send_ttl_seconds')]),
  ];
  if (category === 'AUTHENTICATION') {
    const { button } = content.code;
    return [...named, ...textProblems('buttons.0', button, contentLimits.button)];
  }
  const found = [
    ...named,
    ...headerFindings(content),
    ...bodyFindings(content.body, content.offer === null ? contentLimits.body : contentLimits.offerBody),
    ...sampleFindings(content),
    ...footerFindings(content.footer),
    ...buttonFindings(content.buttons),
    ...offerFindings(category, content),
    ...cardFindings(content),
    ...adviceFindings(category, content),
  ];
  return found.toSorted((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'));
}

export function hasLintErrors(findings: readonly LintFinding[]): boolean {
  return findings.some(({ level }) => level === 'error');
}

function error(code: LintCode, field: string, about?: string): LintFinding {
  return { code, field, level: 'error', ...(about === undefined ? {} : { about }) };
}

function warning(code: LintCode, field: string, about?: string): LintFinding {
  return { ...error(code, field, about), level: 'warning' };
}

/** Characters as WhatsApp counts them is not documented: neither code points nor UTF-16 units may be too many. */
function textProblems(field: string, text: string, max: number): LintFinding[] {
  if (text.trim() === '') return [error(field === 'body' ? 'body_missing' : 'text_missing', field)];
  return text.trim().length > max ? [error('too_long', field, String(max))] : [];
}

/** An offer is marketing, has a picture or film above it and no footer. */
function offerFindings(category: string, { offer, header, footer }: TemplateContent): LintFinding[] {
  if (offer === null) return [];
  return [
    ...textProblems('offer', offer.text, contentLimits.offer),
    ...(category === 'MARKETING' ? [] : [error('offer_category', 'offer')]),
    ...(header.format === 'IMAGE' || header.format === 'VIDEO' ? [] : [error('offer_header', 'offer')]),
    ...(footer.trim() === '' ? [] : [error('offer_footer', 'footer')]),
  ];
}

/** Cards are alike in their parts; the template has nothing but a text above them. */
function cardFindings({ cards, header, footer, buttons, offer }: TemplateContent): LintFinding[] {
  if (cards.length === 0) return [];
  const found = cards.flatMap((card, at) => {
    const file = card.header.format === 'IMAGE' || card.header.format === 'VIDEO';
    return [
      ...(file ? headerFindings(card) : [error('card_file', 'header')]),
      ...bodyFindings(card.body, contentLimits.cardBody),
      ...sampleFindings(card),
      ...(card.buttons.length === 0 ? [error('card_buttons', 'buttons')] : buttonFindings(card.buttons)),
    ].map((finding) => ({ ...finding, field: `cards.${at}.${finding.field}` }));
  });
  const shapes = cards.map((card) => [card.header.format, ...card.buttons.map(({ type }) => type)].join(' '));
  const { cards: most, leastCards: least } = contentLimits;
  if (cards.length < least || cards.length > most) found.push(error('cards_count', 'cards'));
  else if (new Set(shapes).size > 1) found.push(error('cards_differ', 'cards'));
  const hasOtherParts = header.format !== 'NONE' || footer.trim() !== '' || buttons.length > 0 || offer !== null;
  return hasOtherParts ? [...found, error('not_with_cards', 'cards')] : found;
}

function headerFindings({ header: { format, text, handle } }: TemplateContent): LintFinding[] {
  if (format === 'NONE' || format === 'LOCATION') return [];
  if (format !== 'TEXT') return handle === '' ? [error('sample_missing', 'header')] : [];
  const count = [...text.matchAll(anyVariable)].length;
  return [
    ...textProblems('header', text, contentLimits.header),
    ...(count > 1 ? [error('header_variables', 'header')] : []),
    ...nameFindings('header', text),
  ];
}

const anyVariable = /\{\{([^}]*)\}\}/g;

function bodyFindings(body: string, limit: number): LintFinding[] {
  const text = body.trim();
  const found = textProblems('body', text, limit);
  if (text === '') return found;
  // Punctuation behind the last variable does not help.
  if (/^\{\{[^}]*\}\}|\{\{[^}]*\}\}[\s.,!?…]*$/.test(text)) found.push(error('variable_edge', 'body'));
  if (/\}\}\s*\{\{/.test(text)) found.push(error('variables_adjacent', 'body'));
  found.push(...nameFindings('body', text));
  const variables = [...text.matchAll(anyVariable)].length;
  const words = text
    .replaceAll(anyVariable, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{Letter}\p{Number}]/u.test(word)).length;
  if (variables > 0 && words < variables * 2 + 1) found.push(error('too_many_variables', 'body'));
  else if (variables > 0 && words < variables * 3 + 1) found.push(warning('variables_dense', 'body'));
  return found;
}

/** Numbers from 1 without a gap, or names in lower case. */
function nameFindings(field: string, text: string): LintFinding[] {
  const names = [...new Set([...text.matchAll(anyVariable)].map(([, name]) => name ?? ''))];
  const wrong = names.find((name) => !/^(?:\d+|[a-z][a-z0-9_]*)$/.test(name));
  if (wrong !== undefined) return [error('variable_name', field, `{{${wrong}}}`)];
  // Braces that do not close are no variable, and WhatsApp refuses them.
  if (/\{\{|\}\}/.test(text.replaceAll(anyVariable, ''))) return [error('variable_name', field, '{{')];
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
  if (numbers.length > 0 && numbers.length < names.length) return [error('variable_mixed', field)];
  const gap = numbers.toSorted((a, b) => a - b).findIndex((number, at) => number !== at + 1);
  return gap === -1 ? [] : [error('variable_gap', field, `{{${gap + 1}}}`)];
}

function sampleFindings({ header, body, samples }: TemplateContent): LintFinding[] {
  const found = variableNames(body)
    .filter((name) => (samples[name] ?? '').trim() === '')
    .map((name) => error('sample_missing', `samples.${name}`, `{{${name}}}`));
  const [inHeader] = header.format === 'TEXT' ? variableNames(header.text) : [];
  if (inHeader !== undefined && header.sample.trim() === '')
    found.push(error('sample_missing', 'header', `{{${inHeader}}}`));
  return found;
}

function footerFindings(footer: string): LintFinding[] {
  if (footer.trim() === '') return [];
  return [
    ...textProblems('footer', footer, contentLimits.footer),
    ...(footer.includes('{{') ? [error('footer_variables', 'footer')] : []),
  ];
}

const mostOf: Readonly<Record<string, number>> = { QUICK_REPLY: 10, URL: 2 };

function buttonFindings(buttons: readonly TemplateButton[]): LintFinding[] {
  const found = buttons.flatMap((button, at) => oneButton(button, `buttons.${at}`));
  const texts = buttons.map(({ text }) => text.trim());
  const repeated = texts.findIndex((text, at) => text !== '' && texts.indexOf(text) !== at);
  if (repeated !== -1) found.push(error('button_repeated', `buttons.${repeated}`));
  const types = buttons.map(({ type }) => type);
  const over = types.find((type) => types.filter((each) => each === type).length > (mostOf[type] ?? 1));
  if (buttons.length > contentLimits.buttons || over !== undefined)
    found.push(error('too_many_buttons', 'buttons', over));
  const runs = types.filter((type, at) => (type === 'QUICK_REPLY') !== (types[at - 1] === 'QUICK_REPLY') || at === 0);
  if (runs.length > 2) found.push(error('buttons_mixed', 'buttons'));
  return found;
}

function oneButton({ type, text, value, sample }: TemplateButton, field: string): LintFinding[] {
  const found = textProblems(field, text, contentLimits.button);
  const given = value.trim();
  if (type === 'URL') {
    const address = given.replace(/\{\{1\}\}$/, '');
    if (given.length > contentLimits.url || !isWebAddress(address)) found.push(error('url_invalid', field));
    else if (address.includes('{{')) found.push(error('url_variable', field));
    else if (address !== given && !isWebAddress(sample)) found.push(error('sample_missing', field, '{{1}}'));
    if (isShortened(given)) found.push(warning('link_shortened', field));
  }
  if (type === 'PHONE_NUMBER' && !/^\+?[1-9]\d{5,14}$/.test(plainNumber(given).replaceAll(/[\s()./-]/g, ''))) {
    found.push(error('phone_invalid', field));
  }
  if (type === 'FLOW' && given === '') found.push(error('flow_missing', field));
  if (type === 'COPY_CODE' && given === '') found.push(error('button_incomplete', field));
  if (type === 'COPY_CODE' && given.length > contentLimits.code)
    found.push(error('too_long', field, String(contentLimits.code)));
  return found;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]+\.[^\s/]+/i.test(text.trim()) && !/\s/.test(text.trim());
}

const shorteners = /\b(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|ow\.ly|is\.gd|rebrand\.ly|cutt\.ly|wa\.me)\b/i;
function isShortened(text: string): boolean {
  return shorteners.test(text);
}

/** Words that turn a utility template into marketing, in the languages of the library. */
const promotional =
  /(?<![\p{Letter}])(?:\d+\s?%\s?off|discount|sale|special offer|limited time|free gift|coupon|promo|promotion|remise|soldes|offre spéciale|cadeau|rabatt|angebot|sonderangebot|gutschein|descuento|oferta|rebajas|cupón|desconto|promoção|cupom|خصم|تخفيضات|قسيمة|छूट|ऑफ़र|कूपन)(?![\p{Letter}])/iu;
const optOut = new RegExp(
  `(?<![\\p{Letter}])(?:${[...everyOptOutWord, 'no longer', 'keine nachrichten', 'arrêter'].join('|')})(?![\\p{Letter}])`,
  'iu',
);

function adviceFindings(category: string, content: TemplateContent): LintFinding[] {
  const { header, body, footer, cards } = content;
  const buttons = [content, ...cards].flatMap((each) => each.buttons);
  const words = [header.text, body, footer, ...buttons.map(({ text }) => text)].join('\n');
  const found: LintFinding[] = [];
  const promotion = promotional.exec(words)?.[0];
  if (category === 'UTILITY' && promotion !== undefined) found.push(warning('promotional', 'category', promotion));
  if (category === 'MARKETING' && !optOut.test(words)) found.push(warning('opt_out_missing', 'buttons'));
  if (isShortened(body)) found.push(warning('link_shortened', 'body'));
  return found;
}
