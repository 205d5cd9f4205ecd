import { checkMediaSource, type HasMedia } from './check-media-source.ts';
import { GraphError } from './errors.ts';
import type { Template, TemplateButton, TemplateComponent } from './sample-templates.ts';
import { isJsonObject, type JsonObject, objectAt, objectIn, onlyKeys, requiredTextAt, wrong } from './shape.ts';

/** A template with its values filled in, as the customer sees it. */
export interface TemplateDisplay {
  header: string | null;
  body: string;
  footer: string | null;
  buttons: string[];
  /** The type of each button. */
  kinds: TemplateButton['type'][];
  offer?: { text: string; expires_at?: string };
  cards?: TemplateDisplay[];
}

export interface CheckedTemplate {
  template: Template;
  display: TemplateDisplay;
}

/** Checks the form of a `template` object, without a lookup. @throws GraphError 131008, 131009, 100 */
export function checkTemplateShape(body: JsonObject): JsonObject {
  const template = objectAt(body, 'template', 'template');
  onlyKeys(template, 'template', ['name', 'language', 'components', 'namespace']);
  requiredTextAt(template, 'name', 'template.name', 512);
  const language = objectAt(template, 'language', 'template.language');
  requiredTextAt(language, 'code', 'template.language.code', 32);
  const { policy } = language;
  if (policy !== undefined && policy !== 'deterministic')
    throw wrong('template.language.policy', 'must be deterministic');
  const { components } = template;
  if (components !== undefined && !(Array.isArray(components) && components.every(isJsonObject))) {
    throw wrong('template.components', 'must be a list of objects');
  }
  return template;
}

/**
 * Finds the template and checks its values.
 * @param all the account's templates
 * @throws GraphError 132001 no such approved template in that language, 132015 paused, 132016 disabled, 132000 count, 132012 kind, 132018 button
 *   position, or a value with line ends, tabs or rows of blanks, 131008 missing button value, 132005 filled-in text too long
 */
export function checkTemplate(all: readonly Template[], given: JsonObject, hasMedia: HasMedia): CheckedTemplate {
  const name = String(given.name);
  const code = String((given.language as JsonObject).code);
  const template = all.find((one) => one.name === name && one.language === code);
  if (template?.status === 'PAUSED') throw new GraphError(132015, `template ${name} is paused`);
  if (template?.status === 'DISABLED') throw new GraphError(132016, `template ${name} is disabled`);
  if (template?.status !== 'APPROVED')
    throw new GraphError(132001, `template name (${name}) does not exist in ${code}`);
  const components = (given.components ?? []) as JsonObject[];
  const named = template.parameter_format === 'NAMED';
  const display = fillParts(template.components, components, named, hasMedia);
  if ([...display.body].length > 1024)
    throw new GraphError(132005, 'body is longer than 1024 characters with its values');
  return { template, display };
}

function fillParts(
  parts: readonly TemplateComponent[],
  given: JsonObject[],
  named: boolean,
  hasMedia: HasMedia,
): TemplateDisplay {
  const find = (type: string) => given.find((one) => String(one.type).toLowerCase() === type);
  const display: TemplateDisplay = { header: null, body: '', footer: null, buttons: [], kinds: [] };
  for (const part of parts) {
    if (part.type === 'HEADER') display.header = fillHeader(part, find('header'), named, hasMedia);
    if (part.type === 'BODY') display.body = fillText('body', part.text, parametersOf(find('body')), named);
    if (part.type === 'FOOTER') display.footer = part.text;
    if (part.type === 'LIMITED_TIME_OFFER') display.offer = fillOffer(part, find('limited_time_offer'));
    if (part.type === 'CAROUSEL') display.cards = fillCards(part, find('carousel'), named, hasMedia);
    if (part.type === 'BUTTONS') {
      display.buttons = part.buttons.map((button) => button.text);
      display.kinds = part.buttons.map((button) => button.type);
    }
  }
  const buttons = parts.find((part) => part.type === 'BUTTONS')?.buttons ?? [];
  checkButtons(
    buttons,
    given.filter((one) => String(one.type).toLowerCase() === 'button'),
  );
  return display;
}

type Offer = Extract<TemplateComponent, { type: 'LIMITED_TIME_OFFER' }>;

function fillOffer({ limited_time_offer: offer }: Offer, given: JsonObject | undefined): TemplateDisplay['offer'] & {} {
  if (offer.has_expiration !== true) return { text: offer.text };
  const [parameter] = parametersOf(given);
  const ends = objectAt(parameter ?? {}, 'limited_time_offer', 'limited_time_offer').expiration_time_ms;
  if (typeof ends !== 'number') throw new GraphError(132012, 'limited_time_offer: expected expiration_time_ms');
  return { text: offer.text, expires_at: new Date(ends).toISOString() };
}

type Carousel = Extract<TemplateComponent, { type: 'CAROUSEL' }>;

function fillCards(
  { cards }: Carousel,
  given: JsonObject | undefined,
  named: boolean,
  hasMedia: HasMedia,
): TemplateDisplay[] {
  const filled = (Array.isArray(given?.cards) ? given.cards : []).filter(isJsonObject);
  if (filled.length !== cards.length) {
    throw new GraphError(132000, `carousel: expected ${cards.length} cards, got ${filled.length}`);
  }
  return cards.map(({ components }, index) => {
    const own = filled.find(({ card_index }) => Number(card_index) === index);
    if (!own) throw new GraphError(132012, `carousel: card ${index} is missing`);
    const parts = Array.isArray(own.components) ? own.components.filter(isJsonObject) : [];
    return fillParts(components, parts, named, hasMedia);
  });
}

type Header = Extract<TemplateComponent, { type: 'HEADER' }>;

function fillHeader(part: Header, given: JsonObject | undefined, named: boolean, hasMedia: HasMedia): string {
  const parameters = parametersOf(given);
  if (part.format === 'TEXT') return fillText('header', part.text, parameters, named);
  const kind = part.format.toLowerCase();
  const [parameter] = parameters;
  if (parameters.length !== 1 || String(parameter?.type).toLowerCase() !== kind) {
    throw new GraphError(132012, `header: expected one ${part.format} parameter`);
  }
  if (part.format === 'LOCATION') {
    const place = objectAt(parameter ?? {}, 'location', 'header.location');
    for (const key of ['latitude', 'longitude', 'name', 'address']) {
      if (place[key] === undefined || place[key] === '')
        throw new GraphError(131008, `header.location.${key} is required`);
    }
    return [place.name, place.address].map(String).join(', ');
  }
  checkMediaSource(objectAt(parameter ?? {}, kind, `header.${kind}`), `header.${kind}`, hasMedia);
  return `[${kind}]`;
}

/** Puts the values into a text with `{{…}}` variables. */
function fillText(where: string, text: string, parameters: JsonObject[], named: boolean): string {
  const variables = [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => String(match[1])))];
  if (variables.length !== parameters.length) {
    const counts = `expected ${variables.length}, got ${parameters.length}`;
    throw new GraphError(132000, `${where}: number of parameters does not match: ${counts}`);
  }
  const values = new Map<string, string>();
  for (const [index, parameter] of parameters.entries()) {
    const variable = named ? String(parameter.parameter_name) : String(index + 1);
    if (!variables.includes(variable)) throw new GraphError(132000, `${where}: no variable named ${variable}`);
    values.set(variable, parameterText(parameter, `${where} parameter ${variable}`));
  }
  if (values.size !== variables.length) throw new GraphError(132000, `${where}: a variable is given twice`);
  return text.replace(/\{\{(\w+)\}\}/g, (_all, variable: string) => values.get(variable) ?? '');
}

function parameterText(parameter: JsonObject, path: string): string {
  const type = String(parameter.type).toLowerCase();
  if (type === 'text' && typeof parameter.text === 'string' && parameter.text !== '') {
    return checkSpacing(parameter.text, path);
  }
  const rich = type === 'currency' || type === 'date_time' ? parameter[type] : undefined;
  if (isJsonObject(rich) && typeof rich.fallback_value === 'string') return checkSpacing(rich.fallback_value, path);
  throw new GraphError(132012, `${path}: expected a text, currency or date_time with a value`);
}

function checkSpacing(value: string, path: string): string {
  if (/[\n\r\t]| {5,}/.test(value)) {
    const reason = 'param text cannot have new-line/tab characters or more than 4 consecutive spaces';
    throw new GraphError(132018, `${path}: ${reason}`);
  }
  return value;
}

function parametersOf(component: JsonObject | undefined): JsonObject[] {
  const parameters = component?.parameters ?? [];
  if (!Array.isArray(parameters)) throw wrong('parameters', 'must be a list');
  return parameters.map((entry, index) => objectIn(entry, `parameters[${index}]`));
}

const wantedOf: Readonly<Record<string, string>> = {
  ...{ URL: 'text', OTP: 'text', COPY_CODE: 'coupon_code' },
  ...{ FLOW: 'action', CATALOG: 'action', MPM: 'action', VOICE_CALL: 'action' },
};
const needsValue = ['COPY_CODE', 'OTP', 'FLOW'];

function checkButtons(buttons: TemplateButton[], given: JsonObject[]): void {
  const seen = new Set<number>();
  for (const component of given) {
    const index = Number(component.index);
    const button = buttons[index];
    const subType = String(component.sub_type).toUpperCase();
    // The code is passed as the end of an address.
    const isCode = button?.type === 'OTP' && subType === 'URL';
    if (!button || (button.type !== subType && !isCode)) {
      throw new GraphError(132018, `button ${String(component.index)} of the template is not of type ${subType}`);
    }
    seen.add(index);
    const [parameter] = parametersOf(component);
    const wanted = wantedOf[button.type] ?? 'payload';
    if (wanted === 'action') continue;
    if (parameter && typeof parameter[wanted] !== 'string') {
      throw new GraphError(132012, `button ${index}: expected a ${wanted} parameter`);
    }
    if (parameter && wanted !== 'payload') checkSpacing(String(parameter[wanted]), `button ${index}`);
    if (button.type !== 'QUICK_REPLY' && !parameter) seen.delete(index);
  }
  const open = buttons.findIndex(
    (button, index) => (needsValue.includes(button.type) || button.url?.includes('{{')) && !seen.has(index),
  );
  const type = buttons[open]?.type;
  if (type) throw new GraphError(131008, `buttons: button at index ${open} of type ${type} needs a parameter`);
}
