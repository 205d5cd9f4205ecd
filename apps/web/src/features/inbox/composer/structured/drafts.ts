import { cardLimits, interactiveLimits, locationLimits } from '@parley/contract/content-limits';
import { digitsIn, plainNumber } from '@parley/contract/phone-text';
import type { InputOf } from '@parley/contract/types';
import { type CarouselDraft, carouselContent, checkCarousel, emptyCarousel } from './carousel.ts';
import { type Add, checkLink, checkReplies, length, needed, type Problem } from './check-fields.ts';
import { type Coordinates, parseCoordinates } from './coordinates.ts';
import { checkProducts, emptyProducts, type ProductsDraft, productsContent } from './products.ts';

/*
 * Messages that are filled in instead of written: their forms as plain values, what WhatsApp takes of each, and the
 * content that is sent. The limits are those the server validates with.
 */

export type StructuredKind = keyof Drafts;

type Around = { header: string; body: string; footer: string };
export type ListRow = { title: string; description: string };
export type ListSection = { title: string; rows: ListRow[] };

export type Drafts = {
  location: { coordinates: string; name: string; address: string };
  contact: { name: string; organisation: string; phones: string[]; emails: string[] };
  buttons: Around & { buttons: string[] };
  list: Around & { button: string; sections: ListSection[] };
  link: Around & { label: string; url: string };
  carousel: CarouselDraft;
  products: ProductsDraft;
  location_request: { body: string };
  number_request: { body: string };
  call_request: { body: string };
};
export type Draft = Drafts[StructuredKind];

export type Problems = Record<string, Problem>;

/** The content of `POST /api/messages`. */
export type StructuredContent = Pick<
  InputOf<'POST /api/messages'>['body'],
  'type' | 'location' | 'contacts' | 'interactive'
>;

const around: Around = { header: '', body: '', footer: '' };

export const emptyDrafts: Drafts = {
  location: { coordinates: '', name: '', address: '' },
  contact: { name: '', organisation: '', phones: [''], emails: [''] },
  buttons: { ...around, buttons: [''] },
  list: { ...around, button: '', sections: [{ title: '', rows: [{ title: '', description: '' }] }] },
  link: { ...around, label: '', url: '' },
  carousel: emptyCarousel,
  products: emptyProducts,
  location_request: { body: '' },
  number_request: { body: '' },
  call_request: { body: '' },
};

const limits = interactiveLimits;

/** Everything that WhatsApp would refuse, by field. */
export function problemsOf<K extends StructuredKind>(kind: K, draft: Drafts[K]): Problems {
  const found: Problems = {};
  checks[kind](draft, (field, problem) => {
    found[field] ??= problem;
  });
  return found;
}

const checks: { [K in StructuredKind]: (draft: Drafts[K], add: Add) => void } = {
  location: ({ coordinates, name, address }, add) => {
    if (coordinates.trim() === '') add('coordinates', { kind: 'empty' });
    else if (parseCoordinates(coordinates) === null) add('coordinates', { kind: 'place' });
    length(add, 'name', name, locationLimits.text);
    length(add, 'address', address, locationLimits.text);
  },
  contact: ({ name, phones, emails }, add) => {
    needed(add, 'name', name, cardLimits.name);
    // WhatsApp takes a card with a name alone, and the customer could do nothing with it.
    if (filled(phones).length + filled(emails).length === 0) add('phones.0', { kind: 'reachable' });
  },
  buttons: (draft, add) => {
    checkAround(add, draft, limits.body);
    checkReplies(add, 'buttons', draft.buttons);
  },
  list: (draft, add) => {
    checkAround(add, draft, limits.listBody);
    needed(add, 'button', draft.button, limits.listButton);
    draft.sections.forEach((section, at) => {
      const field = `sections.${at}`;
      if (draft.sections.length > 1) needed(add, `${field}.title`, section.title, limits.sectionTitle);
      else length(add, `${field}.title`, section.title, limits.sectionTitle);
      section.rows.forEach((row, place) => {
        needed(add, `${field}.rows.${place}.title`, row.title, limits.rowTitle);
        length(add, `${field}.rows.${place}.description`, row.description, limits.rowDescription);
      });
    });
  },
  link: (draft, add) => {
    checkAround(add, draft, limits.body);
    checkLink(draft, add);
  },
  carousel: checkCarousel,
  products: checkProducts,
  location_request: ({ body }, add) => needed(add, 'body', body, limits.body),
  number_request: ({ body }, add) => needed(add, 'body', body, limits.body),
  call_request: ({ body }, add) => needed(add, 'body', body, limits.body),
};

function checkAround(add: Add, { header, body, footer }: Around, most: number): void {
  length(add, 'header', header, limits.header);
  needed(add, 'body', body, most);
  length(add, 'footer', footer, limits.footer);
}

/** The content that is sent; also of an unfinished draft, for its preview. */
export function contentOf<K extends StructuredKind>(kind: K, draft: Drafts[K]): StructuredContent {
  return contents[kind](draft);
}

const contents: { [K in StructuredKind]: (draft: Drafts[K]) => StructuredContent } = {
  location: ({ coordinates, name, address }) => ({
    type: 'location',
    // A preview has no place yet.
    location: { ...(parseCoordinates(coordinates) as Coordinates), ...present({ name, address }) },
  }),
  contact: ({ name, organisation, phones, emails }) => ({
    type: 'contacts',
    contacts: [
      {
        name: nameOf(name),
        ...list('phones', filled(phones).map(phoneOf)),
        ...list(
          'emails',
          filled(emails).map((email) => ({ email, type: 'WORK' })),
        ),
        ...(organisation.trim() === '' ? {} : { org: { company: organisation.trim() } }),
      },
    ],
  }),
  buttons: ({ buttons, ...draft }) => ({
    type: 'interactive',
    interactive: {
      type: 'button',
      ...aroundOf(draft),
      action: {
        buttons: buttons.map((title, at) => ({
          type: 'reply',
          reply: { id: `button_${at + 1}`, title: title.trim() },
        })),
      },
    },
  }),
  list: ({ button, sections, ...draft }) => ({
    type: 'interactive',
    interactive: {
      type: 'list',
      ...aroundOf(draft),
      action: {
        button: button.trim(),
        sections: sections.map((section, at) => ({
          ...present({ title: section.title }),
          rows: section.rows.map(({ title, description }, place) => ({
            id: `row_${at + 1}_${place + 1}`,
            title: title.trim(),
            ...present({ description }),
          })),
        })),
      },
    },
  }),
  link: ({ label, url, ...draft }) => ({
    type: 'interactive',
    interactive: {
      type: 'cta_url',
      ...aroundOf(draft),
      action: { name: 'cta_url', parameters: { display_text: label.trim(), url: url.trim() } },
    },
  }),
  carousel: carouselContent,
  products: productsContent,
  location_request: ({ body }) => asking('location_request_message', 'send_location', body),
  number_request: ({ body }) => asking('request_contact_info', 'request_contact_info', body),
  call_request: ({ body }) => asking('call_permission_request', 'call_permission_request', body),
};

function asking(type: string, name: string, body: string): StructuredContent {
  return { type: 'interactive', interactive: { type, body: { text: body.trim() }, action: { name } } };
}

function aroundOf({ header, body, footer }: Around) {
  return {
    ...(header.trim() === '' ? {} : { header: { type: 'text', text: header.trim() } }),
    body: { text: body.trim() },
    ...(footer.trim() === '' ? {} : { footer: { text: footer.trim() } }),
  };
}

/** Phones need a first name; the rest of a name is its last name. */
function nameOf(typed: string) {
  const name = typed.trim();
  const [first = '', ...rest] = name.split(/\s+/);
  return { formatted_name: name, first_name: first, ...(rest.length > 0 && { last_name: rest.join(' ') }) };
}

/** With the number's digits, WhatsApp offers to write to it. */
function phoneOf(phone: string) {
  const number = plainNumber(phone);
  const digits = number.startsWith('+') ? digitsIn(number) : '';
  return { phone, type: 'CELL', ...(digits === '' ? {} : { wa_id: digits }) };
}

function filled(values: readonly string[]): string[] {
  return values.map((value) => value.trim()).filter(Boolean);
}

function list<T>(name: string, values: readonly T[]): Record<string, readonly T[]> {
  return values.length === 0 ? {} : { [name]: values };
}

/** The texts that were filled in. */
function present(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => (text.trim() === '' ? [] : [[key, text.trim()]])),
  );
}
