import { GraphError } from './errors.ts';
import type { Template, TemplateComponent } from './sample-templates.ts';
import { type Bag, bagIn, isBag, listAt, requiredTextAt, wordAt, wrong } from './shape.ts';

/** Documented lengths of a template's texts. */
const longest = { header: 60, body: 1024, footer: 60, button: 25 } as const;
const buttonKinds = [
  ...['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'FLOW', 'OTP', 'CATALOG', 'MPM', 'SPM', 'VOICE_CALL'],
  ...['CALL_PERMISSION_REQUEST', 'REQUEST_CONTACT_INFO', 'APP'],
];
const most: Readonly<Record<string, number>> = { QUICK_REPLY: 10, URL: 2 };

/**
 * Checks a template that is handed in, as far as the platform says at once.
 * @throws GraphError 100 with a subcode for what is wrong with its texts, 131008 and 131009 for its shape
 */
export function checkDraft(body: Bag): Omit<Template, 'id' | 'status'> {
  const name = requiredTextAt(body, 'name', 'name', 512);
  if (!/^[a-z0-9_]+$/.test(name)) throw wrong('name', 'must be small letters, digits and underscores');
  const language = requiredTextAt(body, 'language', 'language', 15);
  const category = wordAt(body, 'category', 'category', ['UTILITY', 'MARKETING', 'AUTHENTICATION']);
  const components = listAt(body, 'components', 'components', 1, 10).map((one) => bagIn(one, 'components'));
  const parts = components.map((part) => ({ ...part, type: String(part.type).toUpperCase() }));
  const bodies = parts.filter(({ type }) => type === 'BODY');
  if (bodies.length !== 1) throw wrong('components', 'must have one BODY');
  for (const part of parts) checkPart(part, category);
  const parameter_format = body.parameter_format === 'NAMED' ? 'NAMED' : 'POSITIONAL';
  return { name, language, category, parameter_format, components: parts as unknown as TemplateComponent[] };
}

function checkPart(part: Bag, category: string): void {
  const text = typeof part.text === 'string' ? part.text : '';
  if (part.type === 'HEADER' && part.format === 'TEXT') {
    checkText(text, longest.header, 2388047);
    if (variablesOf(text).length > 1) throw refused('A header may have one variable', 2388047);
  }
  if (part.type === 'FOOTER' && category !== 'AUTHENTICATION') {
    checkText(text, longest.footer, 2388073);
    if (variablesOf(text).length > 0) throw refused('A footer may have no variables', 2388073);
  }
  if (part.type === 'BODY' && category !== 'AUTHENTICATION') {
    checkText(text, longest.body, 2388072);
    const bare = text.trim();
    if (/^\{\{[^}]*\}\}|\{\{[^}]*\}\}[.!?]?$/.test(bare))
      throw refused('Variables cannot be at the start or end', 2388299);
    checkVariables(text);
    const variables = [...text.matchAll(/\{\{/g)].length;
    const words = bare
      .replaceAll(/\{\{[^}]*\}\}/g, '')
      .split(/\s+/)
      .filter(Boolean).length;
    if (variables > 0 && words < variables * 2 + 1) throw refused('Too many variables for its length', 2388293);
  }
  if (part.type === 'BUTTONS') checkButtons(listAt(part, 'buttons', 'buttons', 1, 10));
}

const variablesOf = (text: string): string[] => [...text.matchAll(/\{\{([^}]*)\}\}/g)].map((found) => found[1] ?? '');

/** Numbers from 1 without a gap, or names of small letters; not beside each other. */
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
  const kinds = buttons.map((button) => (isBag(button) ? String(button.type).toUpperCase() : ''));
  for (const [index, kind] of kinds.entries()) {
    if (!buttonKinds.includes(kind)) throw wrong(`buttons[${index}].type`, 'is no kind of button');
    const button = isBag(buttons[index]) ? buttons[index] : {};
    const { text, url, phone_number } = button;
    if (typeof url === 'string' && (url.length > 2000 || /\{\{[^}]*\}\}(?!$)/.test(url))) {
      throw refused('An address is at most 2000 characters long and has its variable at the end', 2388040);
    }
    if (typeof phone_number === 'string' && phone_number.length > 20) throw refused('A number is too long', 2388040);
    if (typeof text === 'string' && [...text].length > longest.button) throw refused('A button is too long', 2388040);
  }
  for (const kind of new Set(kinds)) {
    if (kinds.filter((one) => one === kind).length > (most[kind] ?? 1))
      throw wrong('buttons', `has too many of ${kind}`);
  }
  // Quick replies stand together, before or after the others.
  const runs = kinds
    .map((kind) => (kind === 'QUICK_REPLY' ? 'q' : 'x'))
    .join('')
    .replaceAll(/(.)\1+/g, '$1');
  if (runs.length > 2) throw refused('Quick replies must stand together', 2388072);
}

function refused(why: string, subcode: number): GraphError {
  return new GraphError(100, why, subcode);
}
