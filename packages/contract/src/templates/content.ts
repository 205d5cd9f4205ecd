import { plainNumber } from '../core/phone-text.ts';
import { bodyText, buttonsOf, cardsOf, variableNames, wordOf } from './fill.ts';

/*
 * A template as the editor has it, and its components as WhatsApp's API has them. What the editor does not know
 * (products, flows that exchange data) is kept as it came.
 */

type Part = Record<string, unknown>;

export const headerFormats = ['NONE', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'] as const;
export type HeaderFormat = (typeof headerFormats)[number];
export const buttonTypes = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'CATALOG', 'FLOW'] as const;
export type TemplateButtonType = (typeof buttonTypes)[number];

export type TemplateButton = {
  type: TemplateButtonType;
  text: string;
  /** The address of a URL, the number to call, the sample of a code, or the id of a flow. */
  value: string;
  /** The sample of a URL's variable: the whole address; the first screen of a flow. */
  sample: string;
};

/** The fixed text of a one-time code. */
export type CodeContent = { warning: boolean; minutes: number | null; button: string };

export type TemplateContent = {
  header: {
    format: HeaderFormat;
    text: string;
    sample: string /** What WhatsApp gave for the sample file. */;
    handle: string;
  };
  body: string;
  /** Samples of the body's variables, by name. */
  samples: Record<string, string>;
  footer: string;
  buttons: TemplateButton[];
  /** A limited-time offer; `expires`: each send says when it ends. */
  offer: { text: string; expires: boolean } | null;
  /** The cards of a carousel: header, text, samples and buttons of each. */
  cards: TemplateContent[];
  /** Instead of all else, where the category is AUTHENTICATION. */
  code: CodeContent;
  /** Components that the editor leaves alone. */
  otherParts: Part[];
};

export const emptyContent: TemplateContent = {
  header: { format: 'NONE', text: '', sample: '', handle: '' },
  body: '',
  samples: {},
  footer: '',
  buttons: [],
  offer: null,
  cards: [],
  code: { warning: true, minutes: 10, button: 'Copy code' },
  otherParts: [],
};

/** Lengths that WhatsApp takes, in characters. */
export const contentLimits = {
  header: 60,
  body: 1_024,
  footer: 60,
  button: 25,
  url: 2_000,
  phone: 20,
  code: 15,
  buttons: 10,
  offer: 16,
  /** The text of a template with an offer. */
  offerBody: 600,
  cardBody: 160,
  cards: 10,
  leastCards: 2,
};

/** A template's components for the editor; parts of another shape are kept in `others`. */
export function readContent(components: readonly Part[]): TemplateContent {
  const content: TemplateContent = { ...emptyContent, samples: {}, buttons: [], cards: [], otherParts: [] };
  for (const part of components) {
    const type = wordOf(part, 'type');
    if (type === 'BODY' && typeof part.text !== 'string') {
      content.code = { ...content.code, warning: part.add_security_recommendation === true };
    } else if (type === 'BODY') {
      content.body = textOf(part.text);
      content.samples = samplesOf(part, 'body', content.body);
    } else if (type === 'FOOTER' && typeof part.code_expiration_minutes === 'number') {
      content.code = { ...content.code, minutes: part.code_expiration_minutes };
    } else if (type === 'FOOTER') content.footer = textOf(part.text);
    else if (type === 'HEADER' && isHeaderFormat(wordOf(part, 'format'))) content.header = readHeader(part);
    else if (type === 'BUTTONS' && buttonsOf(part).some((button) => wordOf(button, 'type') === 'OTP')) {
      content.code = { ...content.code, button: textOf(buttonsOf(part)[0]?.text) || emptyContent.code.button };
    } else if (type === 'BUTTONS' && buttonsOf(part).every(isReadableButton)) {
      content.buttons = buttonsOf(part).map(readButton);
    } else if (type === 'LIMITED_TIME_OFFER' && isOffer(part.limited_time_offer)) {
      const { text, has_expiration } = part.limited_time_offer;
      content.offer = { text, expires: has_expiration === true };
    } else if (type === 'CAROUSEL' && areReadableCards(part)) content.cards = cardsOf(part).map(readContent);
    else content.otherParts.push(part);
  }
  return content;
}

function isReadableButton(button: Part): boolean {
  if (wordOf(button, 'type') !== 'FLOW') return isButtonType(wordOf(button, 'type'));
  return ['string', 'number'].includes(typeof button.flow_id) && wordOf(button, 'flow_action') !== 'DATA_EXCHANGE';
}

function isOffer(offer: unknown): offer is { text: string; has_expiration?: unknown } {
  return typeof offer === 'object' && offer !== null && 'text' in offer && typeof offer.text === 'string';
}

function areReadableCards(carousel: Part): boolean {
  const cards = cardsOf(carousel);
  return cards.length > 0 && cards.every((card) => card.length > 0 && readContent(card).otherParts.length === 0);
}

/** The components to save or submit. */
export function writeContent(
  content: TemplateContent,
  category: string,
): { parameter_format: 'NAMED' | 'POSITIONAL'; components: Part[] } {
  if (category === 'AUTHENTICATION') return { parameter_format: 'POSITIONAL', components: writeCode(content.code) };
  const named = isNamedContent(content);
  return {
    parameter_format: named ? 'NAMED' : 'POSITIONAL',
    components: writeParts(content, named),
  };
}

function writeParts(
  { header, offer, body, samples, otherParts, footer, buttons, cards }: TemplateContent,
  named: boolean,
) {
  const limited = offer && { text: offer.text.trim(), ...(offer.expires ? { has_expiration: true } : {}) };
  const parts: Part[] = [
    ...writeHeader(header, named),
    ...(limited === null ? [] : [{ type: 'LIMITED_TIME_OFFER', limited_time_offer: limited }]),
    writeText('BODY', 'body', body, samples, named),
    ...otherParts,
    ...(footer.trim() === '' ? [] : [{ type: 'FOOTER', text: footer.trim() }]),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons: buttons.map(writeButton) }]),
  ];
  if (cards.length === 0) return parts;
  return [...parts, { type: 'CAROUSEL', cards: cards.map((card): Part => ({ components: writeParts(card, named) })) }];
}

/** Whether variables have names instead of numbers. */
export function isNamedContent({ header, body, cards }: Pick<TemplateContent, 'header' | 'body' | 'cards'>): boolean {
  const names = [
    ...variableNames(header.format === 'TEXT' ? header.text : ''),
    ...variableNames(body),
    ...cards.flatMap((card) => variableNames(card.body)),
  ];
  return names.length > 0 && names.every((name) => !/^\d+$/.test(name));
}

/** What WhatsApp writes itself into a template for one-time codes; the values are samples. */
export function codeDisplay({ warning, minutes, button }: CodeContent) {
  const parts = writeCode({ warning, minutes, button });
  const text = parts[0] === undefined ? '' : bodyText(parts[0], parts);
  return {
    body: text.replace('{{1}}', '123456'),
    ...(minutes === null ? {} : { footer: `This code expires in ${minutes} minutes.` }),
    buttons: [{ type: 'OTP', text: button }],
  };
}

function writeCode({ warning, minutes, button }: CodeContent): Part[] {
  return [
    { type: 'BODY', add_security_recommendation: warning },
    ...(minutes === null ? [] : [{ type: 'FOOTER', code_expiration_minutes: minutes }]),
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: button.trim() }] },
  ];
}

function writeHeader({ format, text, sample, handle }: TemplateContent['header'], named: boolean): Part[] {
  if (format === 'NONE') return [];
  if (format === 'TEXT') {
    const [name = ''] = variableNames(text);
    const part = writeText('HEADER', 'header', text, { [name]: sample }, named);
    return [{ type: 'HEADER', format: 'TEXT', ...part }];
  }
  if (format === 'LOCATION') return [{ type: 'HEADER', format }];
  return [{ type: 'HEADER', format, ...(handle === '' ? {} : { example: { header_handle: [handle] } }) }];
}

function writeText(
  type: string,
  where: 'header' | 'body',
  text: string,
  samples: Record<string, string>,
  named: boolean,
): Part {
  const names = variableNames(text);
  if (names.length === 0) return { type, text: text.trim() };
  const values = names.map((name) => samples[name] ?? '');
  const example = named
    ? { [`${where}_text_named_params`]: names.map((name, at) => ({ param_name: name, example: values[at] })) }
    : { [`${where}_text`]: where === 'body' ? [values] : values };
  return { type, text: text.trim(), example };
}

function writeButton({ type, text, value, sample }: TemplateButton): Part {
  if (type === 'URL') {
    const url = value.trim();
    return { type, text: text.trim(), url, ...(url.includes('{{') ? { example: [sample.trim()] } : {}) };
  }
  if (type === 'PHONE_NUMBER')
    return { type, text: text.trim(), phone_number: plainNumber(value).replaceAll(/[^\d+]/g, '') };
  if (type === 'FLOW') {
    const screen = sample.trim();
    const first = screen === '' ? {} : { navigate_screen: screen };
    return { type, text: text.trim(), flow_id: value.trim(), flow_action: 'navigate', ...first };
  }
  // WhatsApp labels these two itself; the text is kept for the preview.
  if (type === 'COPY_CODE') return { type, text: text.trim(), example: [value.trim()] };
  return { type, text: text.trim() };
}

function readHeader(part: Part): TemplateContent['header'] {
  const format = wordOf(part, 'format') as HeaderFormat;
  const text = textOf(part.text);
  const [name = ''] = variableNames(text);
  const { header_handle: handles } = (part.example ?? {}) as { header_handle?: unknown };
  return {
    format,
    text,
    sample: samplesOf(part, 'header', text)[name] ?? '',
    handle: textOf(Array.isArray(handles) ? handles[0] : undefined),
  };
}

function readButton(button: Part): TemplateButton {
  const type = wordOf(button, 'type') as TemplateButtonType;
  const example: unknown = Array.isArray(button.example) ? button.example[0] : button.example;
  if (type === 'FLOW') {
    const { text, flow_id, navigate_screen } = button;
    return { type, text: textOf(text), value: String(flow_id), sample: textOf(navigate_screen) };
  }
  const value = type === 'URL' ? button.url : type === 'PHONE_NUMBER' ? button.phone_number : example;
  return {
    type,
    text: textOf(button.text),
    value: type === 'QUICK_REPLY' || type === 'CATALOG' ? '' : textOf(value),
    sample: type === 'URL' ? textOf(example) : '',
  };
}

function samplesOf(part: Part, where: 'header' | 'body', text: string): Record<string, string> {
  const example = (typeof part.example === 'object' && part.example !== null ? part.example : {}) as Part;
  const named = example[`${where}_text_named_params`];
  const rows = example[`${where}_text`];
  const positional: unknown[] = Array.isArray(rows) ? (Array.isArray(rows[0]) ? rows[0] : rows) : [];
  const entries = variableNames(text).map((name, at): [string, string] => {
    const own: unknown = Array.isArray(named)
      ? named.find((each: unknown) => (each as Part | null)?.param_name === name)
      : undefined;
    return [name, textOf(own === undefined ? positional[at] : (own as Part).example)];
  });
  return Object.fromEntries(entries);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isHeaderFormat(word: string): word is HeaderFormat {
  return (headerFormats as readonly string[]).includes(word);
}

function isButtonType(word: string): word is TemplateButtonType {
  return (buttonTypes as readonly string[]).includes(word);
}
