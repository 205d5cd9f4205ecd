import { fixValue } from '../contacts/variables.ts';
import { buttonLinkEnd } from './button-link.ts';

/*
 * The variables of a WhatsApp template: the values it needs, the components of a send, and the preview. The one
 * implementation, for previews in the browser and for messages that the server sends and stores.
 */

type Part = Record<string, unknown>;

/** The properties of a template that filling in needs. */
export type FillableTemplate = {
  /** NAMED or POSITIONAL; null when unknown. */
  parameter_format: string | null;
  /** In WhatsApp's format; null for one that was not fetched yet. */
  components: readonly Part[] | null;
};

export type VariableKind =
  | 'text'
  | 'image'
  | 'video'
  | 'document'
  | 'url'
  | 'code'
  /** A one-time code, which stands in the text and in the button. */
  | 'otp'
  /** When an offer ends, in ISO format. */
  | 'time'
  /** Name or address of a place. */
  | 'place'
  /** Degrees of latitude or longitude. */
  | 'coordinate';

/** One variable of a template. */
export type TemplateVariable = {
  /**
   * `header.1`, `body.2`, `body.first_name`, `header.file`, `button.0`, `offer.expires`: part, then variable or position;
   * `card.0.` in front for the cards of a carousel.
   */
  key: string;
  part: 'header' | 'body' | 'button' | 'offer';
  /** The position of its card, from 0. */
  card?: number;
  /** `url` is the end of a button's URL, `code` the text that a button copies; files are named by a URL or uploaded. */
  kind: VariableKind;
  /** The variable, or the label of the button. */
  name: string;
  /** The example that was submitted to WhatsApp for review. */
  example: string | null;
  /** The part of a button's URL before the value. */
  urlPrefix?: string;
};

/** A template as the customer sees it. */
export type TemplateDisplay = {
  /** `text`: name and address of a place. */
  header?: string | { format: string; link?: string; text?: string };
  body: string;
  footer?: string;
  buttons: { type: string; text: string }[];
  offer?: { text: string; expires_at?: string };
  cards?: TemplateDisplay[];
};

/** Maximum length of the filled-in body: WhatsApp refuses longer ones. */
export const maxTemplateBodyLength = 1_024;

/* Line breaks and tabs of any kind, and more than four blanks in a row: WhatsApp refuses them in a value (132018). */
const lineEnds = '\\n\\r\\t\\v\\f\\u0085\\u2028\\u2029';
const invalidSpacing = `[${lineEnds}]| {5,}`;
const invalidSpacingPattern = new RegExp(invalidSpacing);
const lineEnd = new RegExp(`[${lineEnds}]`);

/** Whether WhatsApp accepts a text as the value of a variable. */
export function isSendableValue(value: string): boolean {
  return !invalidSpacingPattern.test(value);
}

/** The value with a blank for each line break, tab or run of blanks, so that WhatsApp accepts it. */
export function cleanValue(value: string): string {
  const lines = value.split(lineEnd).map((line) => line.trim());
  return lines.filter(Boolean).join(' ').replaceAll(/ {5,}/g, ' ').trim();
}

const fileFormats: Readonly<Record<string, 'image' | 'video' | 'document'>> = {
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
};
/** Buttons without a value, or with one that can be typed. */
const fillableButtons =
  'QUICK_REPLY URL PHONE_NUMBER COPY_CODE CATALOG REQUEST_CONTACT_INFO FLOW OTP VOICE_CALL CALL_PERMISSION_REQUEST'.split(
    ' ',
  );

const variable = /\{\{\s*(\w+)\s*\}\}/g;

/**
 * Names of the variables of a text, each once, in the order of the values of a send: numbers by their size, because WhatsApp
 * puts the first value in place of {{1}} wherever that stands; others as they stand in the text.
 */
export function variableNames(text: string): string[] {
  const names = [...new Set([...text.matchAll(variable)].map(([, name]) => name ?? ''))];
  return names.every((name) => /^\d+$/.test(name)) ? names.toSorted((a, b) => Number(a) - Number(b)) : names;
}

/** Every variable of the template, in reading order. */
export function listTemplateVariables({ components }: FillableTemplate): TemplateVariable[] {
  const parts = components ?? [];
  const hasCode = codeButtonIndex(parts) !== -1;
  return parts.flatMap((part): TemplateVariable[] => {
    const type = wordOf(part, 'type');
    const format = wordOf(part, 'format');
    const file = type === 'HEADER' ? fileFormats[format] : undefined;
    if (file !== undefined) return [{ key: 'header.file', part: 'header', kind: file, name: file, example: null }];
    if (type === 'HEADER' && format === 'LOCATION') return placeVariables;
    if (type === 'BODY' && hasCode) return [{ key: 'body.1', part: 'body', kind: 'otp', name: '1', example: null }];
    if (type === 'HEADER' || type === 'BODY') return textVariables(part, type === 'HEADER' ? 'header' : 'body');
    if (type === 'BUTTONS') return buttonsOf(part).flatMap(buttonVariables);
    if (type === 'LIMITED_TIME_OFFER' && objectAt(part, 'limited_time_offer').has_expiration === true) {
      return [{ key: 'offer.expires', part: 'offer', kind: 'time', name: 'expires', example: null }];
    }
    if (type !== 'CAROUSEL') return [];
    return cardsOf(part).flatMap((card, at) =>
      listTemplateVariables({ parameter_format: null, components: card }).map((variable) => ({
        ...variable,
        key: `card.${at}.${variable.key}`,
        card: at,
      })),
    );
  });
}

/**
 * The parts of a template that a form cannot fill in, with WhatsApp's names (`MPM`, `HEADER PRODUCT`); [] when it can be
 * sent from a form.
 */
export function unfillableParts({ components }: FillableTemplate): string[] {
  const found = (components ?? []).flatMap((part): string[] => {
    const type = wordOf(part, 'type');
    if (type === 'BODY' || type === 'FOOTER' || type === 'LIMITED_TIME_OFFER') return [];
    if (type === 'CAROUSEL') {
      const cards = cardsOf(part);
      if (cards.length === 0) return [type];
      return cards.flatMap((card) => unfillableParts({ parameter_format: null, components: card }));
    }
    if (type === 'BUTTONS') {
      return buttonsOf(part)
        .map((button) => wordOf(button, 'type'))
        .filter((kind) => !fillableButtons.includes(kind));
    }
    if (type !== 'HEADER') return [type];
    const format = wordOf(part, 'format');
    return format === 'TEXT' || format === 'LOCATION' || format in fileFormats ? [] : [`HEADER ${format}`];
  });
  return [...new Set(found)];
}

const uploadedPrefix = 'media:';

/** The value of a header that is a file uploaded by `POST /api/media`. */
export function uploadedFileValue(mediaId: string): string {
  return `${uploadedPrefix}${mediaId}`;
}

/** The id of the uploaded file that a value names; null for a web address. */
export function uploadedFileId(value: string): string | null {
  return value.startsWith(uploadedPrefix) ? value.slice(uploadedPrefix.length) : null;
}

/** Whether a value names a file: an uploaded one, or by its web address. */
export function isFileValue(value: string): boolean {
  return uploadedFileId(value) !== null || /^https?:\/\/\S+$/i.test(value);
}

/** The components of a send. @param values by the key of the variable; empty ones are omitted */
export function fillTemplate(template: FillableTemplate, values: Readonly<Record<string, string>>): Part[] {
  const named = isNamed(template);
  const given = listTemplateVariables(template).filter(({ key }) => (values[key] ?? '') !== '');
  const parameters = given.map((variable) => ({ variable, parameter: parameterOf(variable, values, named) }));
  const own = parameters.filter(({ variable }) => variable.card === undefined);
  const texts = (['header', 'body'] as const).flatMap((part) => {
    const those = own.filter(({ variable }) => variable.part === part && !isOfPlace(variable));
    return those.length === 0 ? [] : [{ type: part, parameters: those.map(({ parameter }) => parameter) }];
  });
  const place = placeOf(given, values);
  const offer = own.filter(({ variable }) => variable.kind === 'time').map(({ parameter }) => parameter);
  const buttons = own
    .filter(({ variable }) => variable.part === 'button')
    .map(({ variable, parameter }) => ({
      type: 'button',
      sub_type: variable.kind === 'code' ? 'copy_code' : 'url',
      index: variable.key.replace('button.', ''),
      parameters: [parameter],
    }));
  return [
    ...(place === null ? [] : [{ type: 'header', parameters: [{ type: 'location', location: place }] }]),
    ...texts,
    ...(offer.length === 0 ? [] : [{ type: 'limited_time_offer', parameters: offer }]),
    ...cardsOfSend(template, values),
    ...[...buttons, ...fixedButtons(template, values)].sort((a, b) => Number(a.index) - Number(b.index)),
  ];
}

function parameterOf(variable: TemplateVariable, values: Readonly<Record<string, string>>, named: boolean): Part {
  const { key, kind, name, urlPrefix = '' } = variable;
  const value = values[key] ?? '';
  if (kind === 'url') return { type: 'text', text: buttonLinkEnd(value, urlPrefix) };
  if (kind === 'code') return { type: 'coupon_code', coupon_code: value };
  if (kind === 'text') return { type: 'text', ...(named ? { parameter_name: name } : {}), text: value };
  if (kind === 'time') {
    return { type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: Date.parse(value) } };
  }
  const file = Object.values(fileFormats).find((each) => each === kind);
  if (file === undefined) return { type: 'text', text: value };
  const uploaded = uploadedFileId(value);
  return { type: file, [file]: uploaded === null ? { link: value } : { media_id: uploaded } };
}

/** Buttons that need a component in every send: the code of a one-time code, and flows. */
function fixedButtons(template: FillableTemplate, values: Readonly<Record<string, string>>) {
  const buttons = (template.components ?? []).filter((part) => wordOf(part, 'type') === 'BUTTONS').flatMap(buttonsOf);
  const code = values['body.1'] ?? '';
  return buttons.flatMap((button, at) => {
    const kind = wordOf(button, 'type');
    const component = { type: 'button', index: String(at) };
    if (kind === 'FLOW') return [{ ...component, sub_type: 'flow', parameters: [{ type: 'action', action: {} }] }];
    if (kind !== 'OTP' || code === '') return [];
    return [{ ...component, sub_type: 'url', parameters: [{ type: 'text', text: code } as Part] }];
  });
}

const placeVariables: TemplateVariable[] = (['latitude', 'longitude', 'name', 'address'] as const).map((name) => ({
  key: `header.${name}`,
  part: 'header',
  kind: name === 'latitude' || name === 'longitude' ? 'coordinate' : 'place',
  name,
  example: null,
}));

function isOfPlace({ kind }: TemplateVariable): boolean {
  return kind === 'place' || kind === 'coordinate';
}

/** The place of a header, in which nothing may be missing; null without a value. */
function placeOf(given: readonly TemplateVariable[], values: Readonly<Record<string, string>>): Part | null {
  const entries = given.flatMap((variable): [string, unknown][] => {
    if (!isOfPlace(variable)) return [];
    const value = values[variable.key] ?? '';
    return [[variable.name, variable.kind === 'coordinate' ? Number(value.replace(',', '.')) : value]];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function cardsOfSend({ components, ...template }: FillableTemplate, values: Readonly<Record<string, string>>): Part[] {
  const carousel = (components ?? []).find((part) => wordOf(part, 'type') === 'CAROUSEL');
  if (carousel === undefined) return [];
  const cards = cardsOf(carousel).map((card, at) => {
    const prefix = `card.${at}.`;
    const own = Object.entries(values).flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
    );
    return { card_index: at, components: fillTemplate({ ...template, components: card }, Object.fromEntries(own)) };
  });
  return [{ type: 'carousel', cards }];
}

/** How a send is displayed on the phone; `FIX VALUE` replaces a missing value. @param given the components of the send */
export function templateDisplay(template: FillableTemplate, given: readonly Part[]): TemplateDisplay {
  const named = isNamed(template);
  const parts = template.components ?? [];
  const display: TemplateDisplay = { body: '', buttons: [] };
  for (const part of parts) {
    const type = wordOf(part, 'type');
    const parameters = parametersOf(given, type.toLowerCase());
    if (type === 'BODY') display.body = filled(bodyText(part, parts), parameters, named);
    else if (type === 'FOOTER') display.footer = footerText(part);
    else if (type === 'HEADER') display.header = headerOf(part, parameters, named);
    else if (type === 'LIMITED_TIME_OFFER') display.offer = offerOf(part, parameters);
    else if (type === 'CAROUSEL') {
      const filledCards = listOf(given.find((each) => wordOf(each, 'type') === 'CAROUSEL')?.cards);
      display.cards = cardsOf(part).map((components, at) => {
        const own = filledCards.find(({ card_index }) => Number(card_index) === at);
        return templateDisplay({ ...template, components }, listOf(own?.components));
      });
    } else if (type === 'BUTTONS') {
      display.buttons = buttonsOf(part).map((button) => ({
        type: wordOf(button, 'type'),
        text: textOf(button, 'text'),
      }));
    }
  }
  return display;
}

function headerOf(part: Part, parameters: readonly Part[], named: boolean): NonNullable<TemplateDisplay['header']> {
  const format = wordOf(part, 'format');
  if (format === 'TEXT') return filled(textOf(part, 'text'), parameters, named);
  const value = objectAt(parameters[0], format.toLowerCase());
  const link = textOf(value, 'link');
  const place = [textOf(value, 'name'), textOf(value, 'address')].filter(Boolean).join(', ');
  return { format, ...(link === '' ? {} : { link }), ...(place === '' ? {} : { text: place }) };
}

function offerOf(part: Part, parameters: readonly Part[]): NonNullable<TemplateDisplay['offer']> {
  const ends = objectAt(parameters[0], 'limited_time_offer').expiration_time_ms;
  const expires = typeof ends === 'number' && Math.abs(ends) < 8e15 ? { expires_at: new Date(ends).toISOString() } : {};
  return { text: textOf(objectAt(part, 'limited_time_offer'), 'text'), ...expires };
}

/** The text of a body; WhatsApp writes that of a one-time code. */
export function bodyText(part: Part, parts: readonly Part[]): string {
  if (typeof part.text === 'string' || codeButtonIndex(parts) === -1) return textOf(part, 'text');
  const warning = part.add_security_recommendation === true ? ' For your security, do not share this code.' : '';
  return `*{{1}}* is your verification code.${warning}`;
}

function footerText(part: Part): string {
  const minutes = part.code_expiration_minutes;
  if (typeof part.text === 'string' || typeof minutes !== 'number') return textOf(part, 'text');
  return `This code expires in ${minutes} minutes.`;
}

/** The position of the button for a one-time code; -1 without one. */
export function codeButtonIndex(parts: readonly Part[]): number {
  return parts
    .filter((part) => wordOf(part, 'type') === 'BUTTONS')
    .flatMap(buttonsOf)
    .findIndex((button) => wordOf(button, 'type') === 'OTP');
}

/** The components of each card of a CAROUSEL component. */
export function cardsOf({ cards }: Part): Part[][] {
  return listOf(cards).map(({ components }) => listOf(components));
}

/** Whether the variables of a template are named instead of numbered. */
export function isNamed({ parameter_format, components }: FillableTemplate): boolean {
  if (parameter_format !== null) return parameter_format.toUpperCase() === 'NAMED';
  const texts = (components ?? []).flatMap((part) => [
    textOf(part, 'text'),
    ...cardsOf(part).flatMap((card) => card.map((each) => textOf(each, 'text'))),
  ]);
  return texts.flatMap(variableNames).some((name) => !/^\d+$/.test(name));
}

/** An enum value of WhatsApp in upper case; '' when there is none. */
export function wordOf(part: Part, key: string): string {
  return textOf(part, key).toUpperCase();
}

/** The buttons of a BUTTONS component. */
export function buttonsOf({ buttons }: Part): Part[] {
  return listOf(buttons);
}

/** The parameters of a send for its header or body. */
export function parametersOf(given: readonly Part[], type: string): Part[] {
  return listOf(given.find((component) => textOf(component, 'type').toLowerCase() === type)?.parameters);
}

function textVariables(part: Part, where: 'header' | 'body'): TemplateVariable[] {
  const examples = objectAt(part, 'example');
  const named = listOf(examples[`${where}_text_named_params`]);
  const rows = examples[`${where}_text`];
  const positional: unknown[] = Array.isArray(rows) ? (Array.isArray(rows[0]) ? rows[0] : rows) : [];
  return variableNames(textOf(part, 'text')).map((name, at) => {
    const byName = named.find((each) => each.param_name === name);
    const example = byName === undefined ? positional[at] : byName.example;
    return {
      key: `${where}.${name}`,
      part: where,
      kind: 'text',
      name,
      example: typeof example === 'string' ? example : null,
    };
  });
}

function buttonVariables(button: Part, index: number): TemplateVariable[] {
  const kind = wordOf(button, 'type');
  if (!(kind === 'COPY_CODE' || (kind === 'URL' && textOf(button, 'url').includes('{{')))) return [];
  const examples: unknown = button.example;
  const example: unknown = Array.isArray(examples) ? examples[0] : examples;
  const shown = typeof example === 'string' ? example : null;
  const variable = { key: `button.${index}`, part: 'button', name: textOf(button, 'text') } as const;
  if (kind === 'COPY_CODE') return [{ ...variable, kind: 'code', example: shown }];
  const [follows = ''] = textOf(button, 'url').split('{{');
  // WhatsApp gets the whole URL.
  return [
    {
      ...variable,
      kind: 'url',
      example: shown?.startsWith(follows) ? shown.slice(follows.length) : shown,
      urlPrefix: follows,
    },
  ];
}

function filled(text: string, parameters: readonly Part[], named: boolean): string {
  const names = variableNames(text);
  return text.replaceAll(variable, (_whole, name: string) => {
    const parameter = named ? parameters.find((each) => each.parameter_name === name) : parameters[names.indexOf(name)];
    return (parameter === undefined ? '' : parameterText(parameter)) || fixValue;
  });
}

/** The text of a text parameter; the fallback of amounts and dates that cannot be formatted. */
export function parameterText(parameter: Part): string {
  const type = textOf(parameter, 'type').toLowerCase();
  return type === 'text' ? textOf(parameter, 'text') : textOf(objectAt(parameter, type), 'fallback_value');
}

function textOf(part: Part, key: string): string {
  // A template that was synced may hold anything.
  const value = (part as Part | null)?.[key];
  return typeof value === 'string' ? value : '';
}

function objectAt(part: Part | undefined, key: string): Part {
  const value = part?.[key];
  return isPart(value) ? value : {};
}

function listOf(value: unknown): Part[] {
  return Array.isArray(value) ? value.filter(isPart) : [];
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
