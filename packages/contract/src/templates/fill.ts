import { fixValue } from '../contacts/variables.ts';

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

export type VariableKind = 'text' | 'image' | 'video' | 'document' | 'url' | 'code';

/** One variable of a template. */
export type TemplateVariable = {
  /** `header.1`, `body.2`, `body.first_name`, `header.file`, `button.0`: part, then variable or position. */
  key: string;
  part: 'header' | 'body' | 'button';
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
  header?: string | { format: string; link?: string };
  body: string;
  footer?: string;
  buttons: { type: string; text: string }[];
};

/** Maximum length of the filled-in body: WhatsApp refuses longer ones. */
export const maxTemplateBodyLength = 1_024;

/* Line breaks and tabs of any kind, and more than four blanks in a row: WhatsApp refuses them in a value (132018). */
const lineEnds = '\\n\\r\\t\\v\\f\\u0085\\u2028\\u2029';
/** A pattern for both JavaScript and PostgreSQL. */
export const invalidSpacing = `[${lineEnds}]| {5,}`;
const invalidSpacingPattern = new RegExp(invalidSpacing);
const lineEndsAround = new RegExp(`\\s*[${lineEnds}]\\s*`, 'g');

/** Whether WhatsApp accepts a text as the value of a variable. */
export function isSendableValue(value: string): boolean {
  return !invalidSpacingPattern.test(value);
}

/** The value with a blank for each line break, tab or run of blanks, so that WhatsApp accepts it. */
export function cleanValue(value: string): string {
  return value.replaceAll(lineEndsAround, ' ').replaceAll(/ {5,}/g, ' ').trim();
}

const fileFormats: Readonly<Record<string, 'image' | 'video' | 'document'>> = {
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
};
/** Buttons without a value, or with one that can be typed. */
const fillableButtons = 'QUICK_REPLY URL PHONE_NUMBER COPY_CODE CATALOG REQUEST_CONTACT_INFO'.split(' ');

const variable = /\{\{\s*(\w+)\s*\}\}/g;

/** Names of the variables of a text, each once, in order. */
export function variableNames(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map(([, name]) => name ?? ''))];
}

/** Every variable of the template, in reading order. */
export function listTemplateVariables({ components }: FillableTemplate): TemplateVariable[] {
  return (components ?? []).flatMap((part): TemplateVariable[] => {
    const type = wordOf(part, 'type');
    const file = type === 'HEADER' ? fileFormats[wordOf(part, 'format')] : undefined;
    if (file !== undefined) return [{ key: 'header.file', part: 'header', kind: file, name: file, example: null }];
    if (type === 'HEADER' || type === 'BODY') return textVariables(part, type === 'HEADER' ? 'header' : 'body');
    if (type === 'BUTTONS') return buttonsOf(part).flatMap(buttonVariables);
    return [];
  });
}

/**
 * The parts of a template that a form cannot fill in, with WhatsApp's names (`CAROUSEL`, `FLOW`, `HEADER LOCATION`);
 * [] when it can be sent from a form.
 */
export function unfillableParts({ components }: FillableTemplate): string[] {
  const found = (components ?? []).flatMap((part): string[] => {
    const type = wordOf(part, 'type');
    if (type === 'BODY' || type === 'FOOTER') return [];
    if (type === 'BUTTONS') {
      return buttonsOf(part)
        .map((button) => wordOf(button, 'type'))
        .filter((kind) => !fillableButtons.includes(kind));
    }
    if (type !== 'HEADER') return [type];
    const format = wordOf(part, 'format');
    return format === 'TEXT' || format in fileFormats ? [] : [`HEADER ${format}`];
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

/** The components of a send. @param values by the key of the variable; empty ones are omitted */
export function fillTemplate(template: FillableTemplate, values: Readonly<Record<string, string>>): Part[] {
  const named = isNamed(template);
  const given = listTemplateVariables(template).filter(({ key }) => (values[key] ?? '') !== '');
  const parameterOf = ({ key, kind, name }: TemplateVariable): Part => {
    const value = values[key] ?? '';
    if (kind === 'code') return { type: 'coupon_code', coupon_code: value };
    if (kind === 'text') return { type: 'text', ...(named ? { parameter_name: name } : {}), text: value };
    if (kind === 'url') return { type: 'text', text: value };
    const uploaded = uploadedFileId(value);
    return { type: kind, [kind]: uploaded === null ? { link: value } : { media_id: uploaded } };
  };
  const texts = (['header', 'body'] as const).flatMap((part) => {
    const parameters = given.filter((variable) => variable.part === part).map(parameterOf);
    return parameters.length === 0 ? [] : [{ type: part, parameters }];
  });
  const buttons = given
    .filter(({ part }) => part === 'button')
    .map((variable) => ({
      type: 'button',
      sub_type: variable.kind === 'code' ? 'copy_code' : 'url',
      index: variable.key.replace('button.', ''),
      parameters: [parameterOf(variable)],
    }));
  return [...texts, ...buttons];
}

/** How a send is displayed on the phone; `FIX VALUE` replaces a missing value. @param given the components of the send */
export function templateDisplay(template: FillableTemplate, given: readonly Part[]): TemplateDisplay {
  const named = isNamed(template);
  const display: TemplateDisplay = { body: '', buttons: [] };
  for (const part of template.components ?? []) {
    const type = wordOf(part, 'type');
    const format = wordOf(part, 'format');
    const parameters = parametersOf(given, type.toLowerCase());
    if (type === 'BODY') display.body = filled(textOf(part, 'text'), parameters, named);
    if (type === 'FOOTER') display.footer = textOf(part, 'text');
    if (type === 'HEADER' && format === 'TEXT') display.header = filled(textOf(part, 'text'), parameters, named);
    else if (type === 'HEADER') {
      const link = textOf(objectAt(parameters[0], format.toLowerCase()), 'link');
      display.header = { format, ...(link === '' ? {} : { link }) };
    }
    if (type === 'BUTTONS') {
      display.buttons = buttonsOf(part).map((button) => ({
        type: wordOf(button, 'type'),
        text: textOf(button, 'text'),
      }));
    }
  }
  return display;
}

/** Whether the variables of a template are named instead of numbered. */
export function isNamed({ parameter_format, components }: FillableTemplate): boolean {
  if (parameter_format !== null) return parameter_format.toUpperCase() === 'NAMED';
  const texts = (components ?? []).map((part) => textOf(part, 'text'));
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
