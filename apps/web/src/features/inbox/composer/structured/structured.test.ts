import { mapTexts, textsIn } from '@parley/contract/map-texts';
import type { Contact } from '@parley/contract/types';
import { describe, expect, test } from 'vitest';
import { readInteractive } from '../../bubble/structured-content.ts';
import { cardChoices } from './card-choices.ts';
import { type CarouselCard, cardFor, carouselPreview, emptyCarousel } from './carousel.ts';
import { parseCoordinates, writeCoordinates } from './coordinates.ts';
import { contentOf, type Drafts, emptyDrafts, problemsOf, type StructuredKind } from './drafts.ts';

describe('a place is read', () => {
  test.each([
    ['51.5073, -0.1277', 51.5073, -0.1277],
    [' 51.5073,-0.1277 ', 51.5073, -0.1277],
    ['-90 180', -90, 180],
    ['https://www.google.com/maps/place/X/@51.50,-0.12,17z/data=!3m1!3d51.5073!4d-0.1277', 51.5073, -0.1277],
    ['https://maps.google.com/?q=51.5073,-0.1277', 51.5073, -0.1277],
    ['https://www.openstreetmap.org/?mlat=51.5073&mlon=-0.1277#map=16/1/2', 51.5073, -0.1277],
    ['https://www.openstreetmap.org/#map=16/51.5073/-0.1277', 51.5073, -0.1277],
  ])('%s', (text, latitude, longitude) => {
    expect(parseCoordinates(text)).toEqual({ latitude, longitude });
  });
  test.each(['', 'London', '91, 0', '0, 181', '51.5', '51.5, 0, 1', 'https://example.com/1,2'])(
    'not in "%s"',
    (text) => {
      expect(parseCoordinates(text)).toBeNull();
    },
  );
  test('what a browser measured is written as it can be read', () => {
    const written = writeCoordinates({ latitude: 51.507_351_234_567, longitude: -0.127_758 });
    expect(written).toBe('51.507351, -0.127758');
    expect(parseCoordinates(written)).toEqual({ latitude: 51.507351, longitude: -0.127758 });
  });
});

const file = { mediaId: 'm1', kind: 'image' as const, name: 'a.jpg', preview: 'data:image/jpeg;base64,AA==' };
const card = (more: Partial<CarouselCard>): CarouselCard => ({
  ...cardFor(file, emptyCarousel),
  buttons: ['Order'],
  ...more,
});
const around = { header: '', body: 'Which day?', footer: '' };
const product = (id: string) => ({ product_retailer_id: id, name: `Product ${id}` });
const long = (count: number) => 'x'.repeat(count);

describe('what WhatsApp refuses is named at its field', () => {
  test.each<[string, StructuredKind, object, Record<string, string>]>([
    ['nothing typed', 'location', {}, { coordinates: 'empty' }],
    ['no place', 'location', { coordinates: 'London' }, { coordinates: 'place' }],
    ['a card without a name or number', 'contact', {}, { name: 'empty', 'phones.0': 'reachable' }],
    ['nothing typed', 'buttons', {}, { body: 'empty', 'buttons.0': 'empty' }],
    ['one label twice', 'buttons', { ...around, buttons: ['Yes', 'Yes '] }, { 'buttons.1': 'twice' }],
    [
      'everything too long',
      'buttons',
      { header: long(61), body: long(1_025), footer: long(61), buttons: [long(21)] },
      { header: 'long', body: 'long', footer: 'long', 'buttons.0': 'long' },
    ],
    [
      'two sections without titles',
      'list',
      {
        ...around,
        button: 'Choose',
        sections: [
          { title: '', rows: [{ title: 'A', description: '' }] },
          { title: 'B', rows: [{ title: '', description: long(73) }] },
        ],
      },
      { 'sections.0.title': 'empty', 'sections.1.rows.0.title': 'empty', 'sections.1.rows.0.description': 'long' },
    ],
    ['no web address', 'link', { ...around, label: 'Open', url: 'example' }, { url: 'url' }],
    ['another protocol', 'link', { ...around, label: 'Open', url: 'javascript:alert(1)' }, { url: 'url' }],
    ['nothing asked', 'location_request', {}, { body: 'empty' }],
    ['nothing asked', 'number_request', {}, { body: 'empty' }],
    ['nothing asked', 'call_request', {}, { body: 'empty' }],
    ['nothing chosen', 'carousel', {}, { body: 'empty', cards: 'cards' }],
    ['nothing chosen', 'products', {}, { chosen: 'products' }],
    ['the whole catalogue without words', 'products', { offer: 'catalog' }, { body: 'empty' }],
    [
      'two products without header, and one with too long texts',
      'products',
      { chosen: [product('A'), product('B')], section: long(25) },
      { header: 'empty', body: 'empty', section: 'long' },
    ],
    [
      'a product with too long texts',
      'products',
      { chosen: [product('A')], body: long(1_025), footer: long(61) },
      { body: 'long', footer: 'long' },
    ],
    ['a file on its way', 'carousel', { body: 'b', cards: [card({}), card({})], uploads: 1 }, { cards: 'uploads' }],
    ['one card', 'carousel', { body: 'b', cards: [card({})] }, { cards: 'cards' }],
    [
      'cards with links and too much text',
      'carousel',
      {
        body: 'b',
        action: 'link',
        cards: [card({ body: long(161) }), card({ body: 'a\nb\nc\nd', url: 'x', label: 'Go' })],
      },
      {
        'cards.0.body': 'long',
        'cards.0.label': 'empty',
        'cards.0.url': 'empty',
        'cards.1.body': 'breaks',
        'cards.1.url': 'url',
      },
    ],
    [
      'cards with two equal buttons',
      'carousel',
      { body: 'b', cards: [card({ buttons: ['A', 'a'] }), card({ buttons: ['A', ' A'] })] },
      { 'cards.1.buttons.1': 'twice' },
    ],
  ])('%s: %s', (_name, kind, typed, expected) => {
    const draft = { ...emptyDrafts[kind], ...typed } as Drafts[typeof kind];
    const found = Object.entries(problemsOf(kind, draft)).map(([field, problem]) => [field, problem.kind]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  test('at the limit nothing is wrong', () => {
    const { buttons } = { buttons: { header: long(60), body: long(1_024), footer: long(60), buttons: [long(20)] } };
    expect(problemsOf('buttons', buttons)).toEqual({});
  });
});

describe('the content sent', () => {
  test('empty fields are left out, blanks around texts too', () => {
    const location = contentOf('location', { coordinates: '1, 2', name: ' Shop ', address: '' });
    expect(location).toEqual({ type: 'location', location: { latitude: 1, longitude: 2, name: 'Shop' } });
    const list = contentOf('list', {
      ...around,
      button: 'Choose',
      sections: [{ title: '', rows: [{ title: 'Friday', description: '' }] }],
    });
    expect(list.interactive).toEqual({
      type: 'list',
      body: { text: 'Which day?' },
      action: { button: 'Choose', sections: [{ rows: [{ id: 'row_1_1', title: 'Friday' }] }] },
    });
  });

  test('a card has the name in parts, and the digits of an international number', () => {
    const draft = { name: 'Kwame Osei Mensah', organisation: 'Harbour', phones: ['+44 7700 900222', ''], emails: [''] };
    expect(contentOf('contact', draft).contacts).toEqual([
      {
        name: { formatted_name: 'Kwame Osei Mensah', first_name: 'Kwame', last_name: 'Osei Mensah' },
        phones: [{ phone: '+44 7700 900222', type: 'CELL', wa_id: '447700900222' }],
        org: { company: 'Harbour' },
      },
    ]);
  });

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/interactive-media-carousel-messages/
  test('every card of a carousel has its place, its file and answers that say which card they are from', () => {
    const draft = { ...emptyCarousel, body: ' New ', cards: [card({ body: 'Heron 5' }), card({})] };
    const { interactive } = contentOf('carousel', draft);
    expect(interactive).toEqual({
      type: 'carousel',
      body: { text: 'New' },
      action: {
        cards: [0, 1].map((at) => ({
          card_index: at,
          header: { type: 'image', image: { media_id: 'm1' } },
          ...(at === 0 ? { body: { text: 'Heron 5' } } : {}),
          action: {
            buttons: [{ type: 'quick_reply', quick_reply: { id: `card_${at + 1}_1`, title: 'Order' } }],
          },
        })),
      },
    });
    const links = contentOf('carousel', {
      ...draft,
      action: 'link',
      cards: draft.cards.map((each) => ({ ...each, label: 'Open', url: 'https://example.com' })),
    });
    expect(links.interactive).toMatchObject({
      action: { cards: [{ type: 'cta_url' }, { action: { name: 'cta_url' } }] },
    });
    expect(JSON.stringify(interactive)).not.toContain('data:');
    expect(readInteractive(carouselPreview(draft).interactive).cards).toMatchObject([
      { kind: 'image', file: { url: file.preview }, body: 'Heron 5', buttons: ['Order'] },
      { body: '' },
    ]);
  });

  test('texts can be filled in without changing the rest', () => {
    const draft = { ...around, body: 'Hi {{FIRST_NAME}}', label: 'Open', url: 'https://example.com' };
    expect(textsIn(draft).map(({ text }) => text)).toContain('Hi {{FIRST_NAME}}');
    expect(mapTexts(draft, (text) => text.replace('{{FIRST_NAME}}', 'Ana'))).toEqual({ ...draft, body: 'Hi Ana' });
  });
});

test('a card offers the number and every attribute that is an email address', () => {
  const contact = {
    phone_number: '447700900222',
    custom_fields: { Email: 'kwame@example.com', Bike: 'Heron 5', Work: 'kwame@example.com' },
  } as unknown as Contact;
  expect(cardChoices(contact)).toEqual({ phones: ['+447700900222'], emails: ['kwame@example.com'] });
  expect(cardChoices({ ...contact, phone_number: null })).toMatchObject({ phones: [] });
});
