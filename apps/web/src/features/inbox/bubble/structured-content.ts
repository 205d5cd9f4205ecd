import type { MediaContent } from '@parley/contract/types';
import { readText } from './read-text.ts';

/** Structured content of messages, read from WhatsApp's shapes; whatever is missing or malformed is left out. */

type Fields = Record<string, unknown>;
export type LabelledValue = { label: string; value: string };

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** A form's technical fields, which the customer did not fill in. */
const technical = new Set(['flow_token', 'wa_flow_response_params']);

/** The answers of a form (`nfm_reply.response_json`), nested ones with their path. */
export function readFormAnswers(reply: unknown): LabelledValue[] {
  const text = readText(reply, 'response_json');
  let answers: unknown;
  try {
    answers = JSON.parse(text);
  } catch {
    return [];
  }
  return Object.entries(fieldsOf(answers)).flatMap(([name, value]) =>
    technical.has(name) ? [] : rowsOf(readableName(name), value),
  );
}

/** Forms have no deeper answers; a customer's app can send any. */
const deepest = 8;

function rowsOf(label: string, value: unknown, depth = 1): LabelledValue[] {
  if (value === null || value === undefined || value === '' || depth > deepest) return [];
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return [{ label, value: value.join(', ') }];
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([name, inner]) =>
      rowsOf(`${label} · ${readableName(name)}`, inner, depth + 1),
    );
  }
  return [{ label, value: String(value) }];
}

/** `screen_0_First_name_1` → `First name`: the names that WhatsApp's form builder makes. */
function readableName(name: string): string {
  const words = name
    .replace(/^screen_\d+_/, '')
    .replace(/_\d+$/, '')
    .replaceAll('_', ' ')
    .trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

export type ContactCard = {
  name: string;
  /** Company, department and title, as one line. */
  organisation: string;
  phones: string[];
  /** The number that a contact is made of: the one on WhatsApp, else the first as it is written; may be ''. */
  saved: string;
  emails: string[];
  addresses: string[];
  urls: string[];
  birthday: string;
};

export function readContactCard(contact: unknown): ContactCard {
  const fields = fieldsOf(contact);
  const texts = (key: string, ...names: string[]) => [
    ...new Set(listOf(fields[key]).map((one) => names.map((name) => readText(one, name)).find(Boolean) ?? '')),
  ];
  const joined = (value: unknown, names: readonly string[], between: string) =>
    names
      .map((name) => readText(value, name))
      .filter(Boolean)
      .join(between);
  const name = fields['name'];
  const phones = texts('phones', 'phone', 'wa_id').filter(Boolean);
  const [onWhatsApp] = texts('phones', 'wa_id').filter(Boolean);
  return {
    name: readText(name, 'formatted_name') || joined(name, ['first_name', 'last_name'], ' '),
    organisation: joined(fields['org'], ['title', 'department', 'company'], ', '),
    phones,
    saved: onWhatsApp === undefined ? (phones[0] ?? '') : `+${onWhatsApp.replaceAll(/\D/g, '')}`,
    emails: texts('emails', 'email').filter(Boolean),
    addresses: listOf(fields['addresses'])
      .map((address) => joined(address, ['street', 'city', 'state', 'zip', 'country'], ', '))
      .filter(Boolean),
    urls: texts('urls', 'url').filter(Boolean),
    birthday: readText(fields, 'birthday'),
  };
}

export type InteractiveRow = { title: string; description: string };
/** An interactive message of ours: its texts, and what the customer may tap. */
export type SentInteractive = {
  header: string;
  body: string;
  footer: string;
  /** Reply buttons. */
  buttons: string[];
  /** The button that opens the list, and its sections. */
  opens: string;
  sections: Array<{ title: string; rows: InteractiveRow[] }>;
  link: { label: string; url: string } | null;
  asksLocation: boolean;
  asksNumber: boolean;
  asksToCall: boolean;
  cards: SentCard[];
  /** The products it names, in its order; those that it does not describe by their article number. */
  products: SentProduct[];
  /** The whole catalogue. */
  opensCatalog: boolean;
};

/** `price`: as it was written when the message was; '' when it is not known. */
export type SentProduct = { id: string; name: string; price: string };

/** A card of a carousel. */
export type SentCard = {
  kind: 'image' | 'video';
  /** Our file; undefined for one that is named by a web address. */
  file: MediaContent['media_info'] | undefined;
  address: string;
  body: string;
  buttons: string[];
  link: { label: string; url: string } | null;
};

export function readInteractive(interactive: unknown): SentInteractive {
  const fields = fieldsOf(interactive);
  const action = fieldsOf(fields['action']);
  const type = readText(fields, 'type');
  return {
    header: readText(fields['header'], 'text'),
    body: readText(fields['body'], 'text') || readText(fields, 'body'),
    footer: readText(fields['footer'], 'text'),
    buttons: listOf(action['buttons'])
      .map((button) => readText(button['reply'], 'title'))
      .filter(Boolean),
    opens: readText(action, 'button'),
    sections: listOf(action['sections'])
      .map((section) => ({
        title: readText(section, 'title'),
        rows: listOf(section['rows'])
          .map((row) => ({ title: readText(row, 'title'), description: readText(row, 'description') }))
          .filter(({ title }) => title !== ''),
      }))
      .filter(({ rows }) => rows.length > 0),
    link: readLink(action),
    asksLocation: type === 'location_request_message',
    asksNumber: type === 'request_contact_info',
    asksToCall: type === 'call_permission_request',
    cards: listOf(action['cards']).map(readCard),
    products: readProducts(action, listOf(fields['products'])),
    opensCatalog: type === 'catalog_message',
  };
}

function readProducts(action: Fields, described: readonly Fields[]): SentProduct[] {
  const items = [action, ...listOf(action['sections']).flatMap((section) => listOf(section['product_items']))];
  const ids = items.map((item) => readText(item, 'product_retailer_id')).filter(Boolean);
  return ids.map((id) => {
    const known = described.find((one) => readText(one, 'product_retailer_id') === id);
    return { id, name: readText(known, 'name') || id, price: readText(known, 'price') };
  });
}

function readCard(card: Fields): SentCard {
  const header = fieldsOf(card['header']);
  const kind = readText(header, 'type') === 'video' ? 'video' : 'image';
  const action = fieldsOf(card['action']);
  const info = fieldsOf(card['media_info']);
  return {
    kind,
    file: typeof info['state'] === 'string' ? (info as SentCard['file']) : undefined,
    address: readText(header[kind], 'link'),
    body: readText(card['body'], 'text'),
    buttons: listOf(action['buttons'])
      .map((button) => readText(button['quick_reply'] ?? button['reply'], 'title'))
      .filter(Boolean),
    link: readLink(action),
  };
}

function readLink(action: Fields): SentInteractive['link'] {
  const label = readText(action['parameters'], 'display_text');
  return label === '' ? null : { label, url: readText(action['parameters'], 'url') };
}

/** Types that say no more than that a message is not passed on. */
const nameless = new Set(['', 'unsupported', 'unknown']);

/** The kind of a message that WhatsApp does not pass on, and its reason where it gives one. */
export function readUnsupported(raw: unknown): { kind: string; reason: string } {
  const fields = fieldsOf(raw);
  const type = readText(fields, 'type');
  const [error] = listOf(fields['errors']);
  const [kind] = [readText(fields['unsupported'], 'type'), type].filter((word) => !nameless.has(word));
  const said = readText(error?.['error_data'], 'details') || readText(error, 'title') || readText(error, 'message');
  return { kind: kind ?? '', reason: said };
}

/** A web or mail address that may be a link; anything else is shown as text. */
export function safeLink(address: string): string | null {
  if (/^https?:\/\//i.test(address)) return address;
  return /^[\w.-]+\.[a-z]{2,}(\/\S*)?$/i.test(address) ? `https://${address}` : null;
}
