import { GraphError } from './errors.ts';
import type { Template, TemplateComponent } from './sample-templates.ts';
import { isJsonObject, type JsonObject, listAt, objectIn, requiredTextAt, wordAt, wrong } from './shape.ts';

/** Documented lengths of a template's texts. */
const maxLengths = { header: 60, body: 1024, footer: 60, button: 25, offer: 16, card: 160 } as const;
const cardCount = { min: 2, max: 10 } as const;
const buttonKinds = [
  ...['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'FLOW', 'OTP', 'CATALOG', 'MPM', 'SPM', 'VOICE_CALL'],
  ...['CALL_PERMISSION_REQUEST', 'REQUEST_CONTACT_INFO', 'APP'],
];
const validities: Readonly<Record<string, readonly [min: number, max: number]>> = {
  AUTHENTICATION: [30, 900],
  UTILITY: [30, 43_200],
  MARKETING: [43_200, 2_592_000],
};
const maxCounts: Readonly<Record<string, number>> = { QUICK_REPLY: 10, URL: 2 };

/**
 * Validates a submitted template, as far as the platform does immediately.
 * @throws GraphError 100 with a subcode for problems of its texts, 131008 and 131009 for its shape
 */
export function checkDraft(body: JsonObject): Omit<Template, 'id' | 'status'> {
  const name = requiredTextAt(body, 'name', 'name', 512);
  if (!/^[a-z0-9_]+$/.test(name)) throw wrong('name', 'must be small letters, digits and underscores');
  const language = requiredTextAt(body, 'language', 'language', 15);
  const category = wordAt(body, 'category', 'category', ['UTILITY', 'MARKETING', 'AUTHENTICATION']);
  const components = listAt(body, 'components', 'components', 1, 10).map((one) => objectIn(one, 'components'));
  const parts = components.map((part) => withFixedTexts({ ...part, type: String(part.type).toUpperCase() }, category));
  const bodies = parts.filter(({ type }) => type === 'BODY');
  if (bodies.length !== 1) throw wrong('components', 'must have one BODY');
  for (const part of parts) checkPart(part, category);
  if (category === 'AUTHENTICATION') parts.forEach(writeCodeText);
  const parameter_format = body.parameter_format === 'NAMED' ? 'NAMED' : 'POSITIONAL';
  const message_send_ttl_seconds = validityOf(body, category);
  const texts = { parameter_format, components: parts as unknown as TemplateComponent[] } as const;
  return { name, language, category, ...texts, ...(message_send_ttl_seconds && { message_send_ttl_seconds }) };
}

/** Documented bounds of how long a message is tried, in seconds; -1: 30 days. */
function validityOf(body: JsonObject, category: string): number | undefined {
  const given = body.message_send_ttl_seconds;
  if (given === undefined) return undefined;
  const [min, max] = validities[category] ?? [0, 0];
  const fits = given === -1 ? category !== 'MARKETING' : Number(given) >= min && Number(given) <= max;
  if (!fits || !Number.isInteger(given))
    throw wrong('message_send_ttl_seconds', 'is outside of what its category allows');
  return Number(given);
}

/** WhatsApp writes the texts of a one-time code: the draft has only the variable parts. */
function withFixedTexts(part: JsonObject & { type: string }, category: string): JsonObject & { type: string } {
  if (category !== 'AUTHENTICATION') return part;
  if (part.type === 'BODY') {
    const advice = part.add_security_recommendation === true ? ' For your security, do not share this code.' : '';
    return { ...part, text: `*{{1}}* is your verification code.${advice}` };
  }
  if (part.type === 'FOOTER') {
    const minutes = part.code_expiration_minutes;
    return { ...part, text: minutes === undefined ? '' : `This code expires in ${String(minutes)} minutes.` };
  }
  if (part.type !== 'BUTTONS' || !Array.isArray(part.buttons)) return part;
  const buttons = part.buttons.map((button) =>
    isJsonObject(button) ? { ...button, text: typeof button.text === 'string' ? button.text : 'Copy code' } : button,
  );
  return { ...part, buttons };
}

function checkPart(part: JsonObject, category: string): void {
  const text = typeof part.text === 'string' ? part.text : '';
  if (part.type === 'HEADER' && part.format === 'TEXT') {
    checkText(text, maxLengths.header, 2388047);
    checkSamples(part, 'header', text);
    if (variablesOf(text).length > 1) throw refused('A header may have one variable', 2388047);
  }
  if (part.type === 'HEADER' && ['IMAGE', 'VIDEO', 'DOCUMENT'].includes(String(part.format))) {
    const handles = isJsonObject(part.example) ? part.example.header_handle : undefined;
    if (!Array.isArray(handles) || typeof handles[0] !== 'string') throw refused('A sample file is missing', 2388047);
  }
  if (part.type === 'FOOTER' && category !== 'AUTHENTICATION') {
    checkText(text, maxLengths.footer, 2388073);
    if (variablesOf(text).length > 0) throw refused('A footer may have no variables', 2388073);
  }
  if (part.type === 'BODY' && category !== 'AUTHENTICATION') {
    checkText(text, maxLengths.body, 2388072);
    const bare = text.trim();
    if (/^\{\{[^}]*\}\}|\{\{[^}]*\}\}[.!?]?$/.test(bare))
      throw refused('Variables cannot be at the start or end', 2388299);
    checkVariables(text);
    checkSamples(part, 'body', text);
    const variables = [...text.matchAll(/\{\{/g)].length;
    const words = bare
      .replaceAll(/\{\{[^}]*\}\}/g, '')
      .split(/\s+/)
      .filter(Boolean).length;
    if (variables > 0 && words < variables * 2 + 1) throw refused('Too many variables for its length', 2388293);
  }
  if (part.type === 'BUTTONS') checkButtons(listAt(part, 'buttons', 'buttons', 1, 10));
  if (part.type === 'LIMITED_TIME_OFFER') {
    const offer = isJsonObject(part.limited_time_offer) ? part.limited_time_offer : {};
    checkText(typeof offer.text === 'string' ? offer.text : '', maxLengths.offer, 2388072);
  }
  if (part.type === 'CAROUSEL') checkCards(part, category);
}

/** Cards of one shape, each with a picture or film and at least one button. */
function checkCards(part: JsonObject, category: string): void {
  const shapes = listAt(part, 'cards', 'cards', cardCount.min, cardCount.max).map((card) => {
    const parts = listAt(objectIn(card, 'cards'), 'components', 'cards.components', 1, 3).map((one) =>
      objectIn(one, 'cards.components'),
    );
    for (const own of parts) {
      checkPart(own, category);
      if (own.type === 'BODY') checkText(typeof own.text === 'string' ? own.text : '', maxLengths.card, 2388072);
    }
    const header = parts.find(({ type }) => type === 'HEADER');
    const buttons = parts.find(({ type }) => type === 'BUTTONS')?.buttons;
    if (header?.format !== 'IMAGE' && header?.format !== 'VIDEO')
      throw refused('A card needs a picture or film', 2388047);
    if (!Array.isArray(buttons)) throw refused('A card needs a button', 2388072);
    return JSON.stringify([header.format, buttons.map((button) => isJsonObject(button) && button.type)]);
  });
  if (new Set(shapes).size > 1) throw refused('All cards must have the same parts', 2388072);
}

/** The platform writes the text of a one-time code itself. */
function writeCodeText(part: JsonObject): void {
  if (part.type === 'BODY') {
    const warning = part.add_security_recommendation === true;
    part.text = `*{{1}}* is your verification code.${warning ? ' For your security, do not share this code.' : ''}`;
  }
  if (part.type === 'FOOTER') {
    const minutes = Number(part.code_expiration_minutes);
    if (!(minutes >= 1 && minutes <= 90)) throw wrong('code_expiration_minutes', 'must be 1 to 90');
    part.text = `This code expires in ${minutes} minutes.`;
  }
}

const variablesOf = (text: string): string[] => [...text.matchAll(/\{\{([^}]*)\}\}/g)].map((found) => found[1] ?? '');

/** The reviewer needs a sample for every variable. */
function checkSamples(part: JsonObject, where: 'header' | 'body', text: string): void {
  const count = new Set(variablesOf(text)).size;
  if (count === 0) return;
  const example = isJsonObject(part.example) ? part.example : {};
  const [rows, named] = [example[`${where}_text`], example[`${where}_text_named_params`]];
  const values: unknown[] = Array.isArray(named)
    ? named.map((one: unknown) => (isJsonObject(one) ? one.example : undefined))
    : Array.isArray(rows)
      ? Array.isArray(rows[0])
        ? rows[0]
        : rows
      : [];
  if (values.length !== count || values.some((value) => typeof value !== 'string' || value.trim() === '')) {
    throw refused(`${where}: a sample for every variable is needed`, where === 'body' ? 2388072 : 2388047);
  }
}

/** Numbers from 1 without a gap, or names in lower case; not beside each other. */
function checkVariables(text: string): void {
  const names = [...new Set(variablesOf(text))];
  if (/\}\}\s*\{\{/.test(text)) throw refused('Variables cannot stand beside each other', 2388299);
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const wrongName = names.find((name) => !/^(?:\d+|[a-z][a-z0-9_]*)$/.test(name));
  if (wrongName !== undefined) throw refused(`{{${wrongName}}} is no name of a variable`, 2388299);
  if (numbers.length > 0 && numbers.length < names.length) throw refused('Variables are numbers or names', 2388299);
  if (numbers.sort((a, b) => a - b).some((number, at) => number !== at + 1)) {
    throw refused('Variables must count from {{1}} without a gap', 2388299);
  }
}

function checkText(text: string, max: number, subcode: number): void {
  if (text === '') throw refused('A text is missing', subcode);
  if ([...text].length > max) throw refused(`A text is longer than ${max} characters`, 2388040);
}

function checkButtons(buttons: readonly unknown[]): void {
  const kinds = buttons.map((button) => (isJsonObject(button) ? String(button.type).toUpperCase() : ''));
  for (const [index, kind] of kinds.entries()) {
    if (!buttonKinds.includes(kind)) throw wrong(`buttons[${index}].type`, 'is no kind of button');
    const button = isJsonObject(buttons[index]) ? buttons[index] : {};
    const { text, url, phone_number } = button;
    if (typeof url === 'string' && (url.length > 2000 || /\{\{[^}]*\}\}(?!$)/.test(url))) {
      throw refused('An address is at most 2000 characters long and has its variable at the end', 2388040);
    }
    if (typeof phone_number === 'string' && phone_number.length > 20) throw refused('A number is too long', 2388040);
    if (typeof text === 'string' && [...text].length > maxLengths.button)
      throw refused('A button is too long', 2388040);
  }
  for (const kind of new Set(kinds)) {
    if (kinds.filter((one) => one === kind).length > (maxCounts[kind] ?? 1))
      throw wrong('buttons', `has too many of ${kind}`);
  }
  // Quick replies are adjacent, before or after the others.
  const runs = kinds
    .map((kind) => (kind === 'QUICK_REPLY' ? 'q' : 'x'))
    .join('')
    .replaceAll(/(.)\1+/g, '$1');
  if (runs.length > 2) throw refused('Quick replies must stand together', 2388072);
}

function refused(why: string, subcode: number): GraphError {
  return new GraphError(100, why, subcode);
}
