import { describe, expect, it, test } from 'vitest';
import { readContactCard, readFormAnswers, readInteractive, readUnsupported, safeLink } from './structured-content.ts';

describe('the answers of a form', () => {
  const answersOf = (answers: unknown) => readFormAnswers({ response_json: JSON.stringify(answers) });

  it('are rows with readable names, without the technical fields', () => {
    const answers = {
      flow_token: 'abc',
      screen_0_First_name_1: 'Ana',
      preferred_days: ['Mon', 'Tue'],
      address: { city: 'Porto', zip: '4000' },
      terms: true,
      empty: '',
      nothing: null,
    };
    expect(answersOf(answers)).toEqual([
      { label: 'First name', value: 'Ana' },
      { label: 'Preferred days', value: 'Mon, Tue' },
      { label: 'Address · City', value: 'Porto' },
      { label: 'Address · Zip', value: '4000' },
      { label: 'Terms', value: 'true' },
    ]);
  });

  it.each([[undefined], [{}], [{ response_json: '{broken' }], [{ response_json: '[1]' }], [{ response_json: 'null' }]])(
    '%j has none',
    (reply) => expect(readFormAnswers(reply)).toEqual([]),
  );
});

describe('a contact card', () => {
  it('has everything that WhatsApp passes on', () => {
    expect(
      readContactCard({
        name: { formatted_name: 'Kwame Mensah' },
        org: { company: 'Velo', department: 'Sales', title: 'Lead' },
        phones: [{ phone: '+44 7700 900222', wa_id: '447700900222' }, { wa_id: '351910000001' }],
        emails: [{ email: 'kwame@example.com' }],
        addresses: [{ street: '14 Harbour Road', city: 'London', zip: 'E1', country: 'UK' }],
        urls: [{ url: 'https://velo.example' }],
        birthday: '1990-04-01',
      }),
    ).toEqual({
      name: 'Kwame Mensah',
      organisation: 'Lead, Sales, Velo',
      phones: ['+44 7700 900222', '351910000001'],
      saved: '+447700900222',
      emails: ['kwame@example.com'],
      addresses: ['14 Harbour Road, London, E1, UK'],
      urls: ['https://velo.example'],
      birthday: '1990-04-01',
    });
  });

  it.each([
    [[{ phone: '07700 900222', wa_id: '447700900222' }], '+447700900222'],
    [[{ phone: '020 7946 0000' }, { phone: '07700 900222', wa_id: '447700900222' }], '+447700900222'],
    [[{ phone: '07700 900222' }], '07700 900222'],
    [[], ''],
  ])('with %j is saved as %j: the number on WhatsApp, else as it is written', (phones, saved) => {
    expect(readContactCard({ phones }).saved).toBe(saved);
  });

  it.each([[null], ['text'], [{}], [{ phones: [null], org: 'x' }]])('%j is an empty one', (contact) => {
    expect(readContactCard(contact)).toMatchObject({ name: '', organisation: '', phones: [] });
  });
});

it.each([
  [
    { type: 'unsupported', unsupported: { type: 'poll' }, errors: [{ title: 'Unknown' }] },
    { kind: 'poll', reason: 'Unknown' },
  ],
  [
    { type: 'unsupported', errors: [{ title: 'T', error_data: { details: 'Not supported' } }] },
    { kind: '', reason: 'Not supported' },
  ],
  [{ type: 'hologram' }, { kind: 'hologram', reason: '' }],
  [
    { type: 'unsupported', unsupported: { type: 'unknown' } },
    { kind: '', reason: '' },
  ],
  [undefined, { kind: '', reason: '' }],
])('an unsupported message %j', (raw, wanted) => {
  expect(readUnsupported(raw)).toEqual(wanted);
});

it.each([
  ['https://velo.example/a', 'https://velo.example/a'],
  ['velo.example', 'https://velo.example'],
  ['javascript:alert(1)', null],
  ['call me', null],
])('%s as a link', (address, link) => expect(safeLink(address)).toBe(link));

describe('an interactive message of ours', () => {
  const reply = (title: string) => ({ type: 'reply', reply: { id: title, title } });

  it('has its texts and reply buttons', () => {
    const header = { type: 'text', text: 'Service' };
    const sent = { type: 'button', header, body: { text: 'When?' }, footer: { text: 'Kestrel' } };
    const read = readInteractive({ ...sent, action: { buttons: [reply('Friday'), { type: 'reply' }] } });
    expect(read).toMatchObject({ header: 'Service', body: 'When?', footer: 'Kestrel', buttons: ['Friday'] });
  });

  it('has a list with sections, or a link, or asks for the location', () => {
    const sections = [{ title: 'Morning', rows: [{ id: '1', title: '9:00', description: 'Free' }] }, { rows: [] }];
    expect(readInteractive({ action: { button: 'Times', sections } })).toMatchObject({
      opens: 'Times',
      sections: [{ title: 'Morning', rows: [{ title: '9:00', description: 'Free' }] }],
    });
    const parameters = { display_text: 'Open', url: 'https://example.com' };
    expect(readInteractive({ action: { parameters } }).link).toEqual({ label: 'Open', url: 'https://example.com' });
    expect(readInteractive({ type: 'location_request_message' }).asksLocation).toBe(true);
  });

  it('names products by what they were called, else by their article number', () => {
    const items = ['TUBE', 'BELL'].map((id) => ({ product_retailer_id: id }));
    const products = [
      { product_retailer_id: 'BELL', name: 'Brass bell', price: '£12.00' },
      { product_retailer_id: 'OTHER', name: 'Not in the message' },
    ];
    const list = { type: 'product_list', action: { sections: [{ product_items: items }] }, products };
    expect(readInteractive(list).products).toEqual([
      { id: 'TUBE', name: 'TUBE', price: '' },
      { id: 'BELL', name: 'Brass bell', price: '£12.00' },
    ]);
    const one = { type: 'product', action: { product_retailer_id: 'BELL' }, products };
    expect(readInteractive(one).products).toMatchObject([{ name: 'Brass bell' }]);
    expect(readInteractive({ type: 'catalog_message' })).toMatchObject({ opensCatalog: true, products: [] });
  });

  it('of another shape has nothing', () => {
    expect(readInteractive(null)).toMatchObject({ body: '', buttons: [], sections: [], link: null });
  });
});

test('answers of a form that are nested deeper than any form are left out', () => {
  const deep = `{"a": 1, "b": ${'{"c":'.repeat(10_000)}1${'}'.repeat(10_000)}}`;
  expect(readFormAnswers({ response_json: deep })).toEqual([{ label: 'A', value: '1' }]);
});

test.each<[string, unknown]>([
  ['no list', 'two'],
  ['no objects', [1, null, 'x', []]],
  ['no headers', [{}, { header: 'image', body: 1, action: [] }]],
  ['files that are none', [{ media_info: 'ready' }, { media_info: { state: 1 } }]],
  ['buttons that are none', [{ action: { buttons: [1, {}, { quick_reply: 'A' }] } }]],
])('cards of a carousel with %s are shown as far as they can be', (_name, cards) => {
  const { cards: shown } = readInteractive({ type: 'carousel', body: { text: 'b' }, action: { cards } });
  expect(shown.every(({ file, buttons, link }) => file === undefined && buttons.length === 0 && link === null)).toBe(
    true,
  );
});
