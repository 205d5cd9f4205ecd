import { fixValue } from '../contacts/merge.ts';

/*
 * The variables of a WhatsApp template: which values it asks for, what a send carries for them, and how it will look.
 * The one implementation, for previews in the browser and for what the server sends and keeps.
 */

type Part = Record<string, unknown>;

/** What filling needs to know of a template. */
export type FillableTemplate = {
  /** NAMED or POSITIONAL; null when that was not told. */
  parameter_format: string | null;
  /** As WhatsApp writes them; null for one that was not fetched yet. */
  components: readonly Part[] | null;
};

export type SlotKind = 'text' | 'image' | 'video' | 'document' | 'url' | 'code';

/** One value a template asks for. */
export type TemplateSlot = {
  /** `header.1`, `body.2`, `body.first_name`, `header.file`, `button.0`: part, then variable or position. */
  key: string;
  part: 'header' | 'body' | 'button';
  /** `url` is the end of a button's address, `code` what a button copies; files are named by a web address. */
  kind: SlotKind;
  /** The variable, or the words on the button. */
  name: string;
  /** What WhatsApp was shown when it reviewed the template. */
  example: string | null;
  /** The part of a button's address that the value follows. */
  follows?: string;
};

/** A template as the customer sees it. */
export type TemplateDisplay = {
  header?: string | { format: string; link?: string };
  body: string;
  footer?: string;
  buttons: { type: string; text: string }[];
};

/** How many characters the filled body may have: WhatsApp refuses longer ones. */
export const mostTemplateBody = 1_024;

const fileFormats: Readonly<Record<string, 'image' | 'video' | 'document'>> = {
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
};
/** Buttons that need no value, or one that can be typed. */
const fillableButtons = 'QUICK_REPLY URL PHONE_NUMBER COPY_CODE CATALOG REQUEST_CONTACT_INFO'.split(' ');

const variable = /\{\{\s*(\w+)\s*\}\}/g;

/** Names of the variables of a text, each once, in order. */
export function templateVariables(text: string): string[] {
  return [...new Set([...text.matchAll(variable)].map(([, name]) => name ?? ''))];
}

/** Every value the template asks for, in the order it is read. */
export function templateSlots({ components }: FillableTemplate): TemplateSlot[] {
  return (components ?? []).flatMap((part): TemplateSlot[] => {
    const type = wordOf(part, 'type');
    const file = type === 'HEADER' ? fileFormats[wordOf(part, 'format')] : undefined;
    if (file !== undefined) return [{ key: 'header.file', part: 'header', kind: file, name: file, example: null }];
    if (type === 'HEADER' || type === 'BODY') return textSlots(part, type === 'HEADER' ? 'header' : 'body');
    if (type === 'BUTTONS') return buttonsOf(part).flatMap(buttonSlot);
    return [];
  });
}

/**
 * What of a template cannot be filled in by typing, as WhatsApp calls it (`CAROUSEL`, `FLOW`, `HEADER LOCATION`);
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

/** The components of a send. @param values by the key of the slot; what is empty is left out */
export function fillTemplate(template: FillableTemplate, values: Readonly<Record<string, string>>): Part[] {
  const named = isNamed(template);
  const given = templateSlots(template).filter(({ key }) => (values[key] ?? '') !== '');
  const parameterOf = ({ key, kind, name }: TemplateSlot): Part => {
    const value = values[key] ?? '';
    if (kind === 'code') return { type: 'coupon_code', coupon_code: value };
    if (kind === 'text') return { type: 'text', ...(named ? { parameter_name: name } : {}), text: value };
    return kind === 'url' ? { type: 'text', text: value } : { type: kind, [kind]: { link: value } };
  };
  const texts = (['header', 'body'] as const).flatMap((part) => {
    const parameters = given.filter((slot) => slot.part === part).map(parameterOf);
    return parameters.length === 0 ? [] : [{ type: part, parameters }];
  });
  const buttons = given
    .filter(({ part }) => part === 'button')
    .map((slot) => ({
      type: 'button',
      sub_type: slot.kind === 'code' ? 'copy_code' : 'url',
      index: slot.key.replace('button.', ''),
      parameters: [parameterOf(slot)],
    }));
  return [...texts, ...buttons];
}

/** How a send looks on the phone; `FIX VALUE` stands where a value is missing. @param given the components of the send */
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

/** Whether names, not numbers, tell the variables of a template apart. */
export function isNamed({ parameter_format, components }: FillableTemplate): boolean {
  if (parameter_format !== null) return parameter_format.toUpperCase() === 'NAMED';
  const texts = (components ?? []).map((part) => textOf(part, 'text'));
  return texts.flatMap(templateVariables).some((name) => !/^\d+$/.test(name));
}

/** A word of WhatsApp's in capitals, whichever way it was written; '' when there is none. */
export function wordOf(part: Part, key: string): string {
  return textOf(part, key).toUpperCase();
}

/** The buttons of a BUTTONS component. */
export function buttonsOf({ buttons }: Part): Part[] {
  return listOf(buttons);
}

/** The parameters that a send gives for its header or body. */
export function parametersOf(given: readonly Part[], type: string): Part[] {
  return listOf(given.find((component) => textOf(component, 'type').toLowerCase() === type)?.parameters);
}

function textSlots(part: Part, where: 'header' | 'body'): TemplateSlot[] {
  const examples = objectAt(part, 'example');
  const named = listOf(examples[`${where}_text_named_params`]);
  const rows = examples[`${where}_text`];
  const positional: unknown[] = Array.isArray(rows) ? (Array.isArray(rows[0]) ? rows[0] : rows) : [];
  return templateVariables(textOf(part, 'text')).map((name, at) => {
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

function buttonSlot(button: Part, index: number): TemplateSlot[] {
  const kind = wordOf(button, 'type');
  if (!(kind === 'COPY_CODE' || (kind === 'URL' && textOf(button, 'url').includes('{{')))) return [];
  const examples: unknown = button.example;
  const example: unknown = Array.isArray(examples) ? examples[0] : examples;
  const shown = typeof example === 'string' ? example : null;
  const slot = { key: `button.${index}`, part: 'button', name: textOf(button, 'text') } as const;
  if (kind === 'COPY_CODE') return [{ ...slot, kind: 'code', example: shown }];
  const [follows = ''] = textOf(button, 'url').split('{{');
  // WhatsApp is shown the whole address.
  return [{ ...slot, kind: 'url', example: shown?.startsWith(follows) ? shown.slice(follows.length) : shown, follows }];
}

function filled(text: string, parameters: readonly Part[], named: boolean): string {
  const names = templateVariables(text);
  return text.replaceAll(variable, (_whole, name: string) => {
    const parameter = named ? parameters.find((each) => each.parameter_name === name) : parameters[names.indexOf(name)];
    return (parameter === undefined ? '' : parameterText(parameter)) || fixValue;
  });
}

/** What a text parameter says; amounts and dates say what stands for them where they cannot be written. */
export function parameterText(parameter: Part): string {
  const type = textOf(parameter, 'type').toLowerCase();
  return type === 'text' ? textOf(parameter, 'text') : textOf(objectAt(parameter, type), 'fallback_value');
}

function textOf(part: Part, key: string): string {
  const value = part[key];
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
