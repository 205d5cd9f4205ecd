import { describe, expect, test } from 'vitest';
import { templateFillProblems } from './check-fill.ts';
import { readContent, writeContent } from './content.ts';
import {
  cleanValue,
  type FillableTemplate,
  fillTemplate,
  listTemplateVariables,
  templateDisplay,
  unfillableParts,
  uploadedFileId,
  uploadedFileValue,
} from './fill.ts';

const order: FillableTemplate = {
  parameter_format: 'POSITIONAL',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['A-17'] } },
    {
      type: 'BODY',
      text: 'Hi {{1}}, your order {{2}} is ready. Bye, {{1}}!',
      example: { body_text: [['Ana', 'A-17']] },
    },
    { type: 'FOOTER', text: 'Kestrel Cycles' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Thanks' },
        { type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}', example: ['https://shop.example/A-17'] },
        { type: 'COPY_CODE', text: 'Copy the code', example: 'SPRING' },
      ],
    },
  ],
};
const reminder: FillableTemplate = {
  parameter_format: 'NAMED',
  components: [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['x'] } },
    {
      type: 'BODY',
      text: 'Hello {{first_name}}, we expect you on {{day}}.',
      example: { body_text_named_params: [{ param_name: 'day', example: 'Friday' }] },
    },
  ],
};
const orderValues = {
  'header.1': 'B-2',
  'body.1': 'Layla',
  'body.2': 'B-2',
  'button.1': 'B-2',
  'button.2': 'SPRING',
};

/* WhatsApp puts the first value in place of {{1}}, wherever that stands. */
describe('numbered variables out of order', () => {
  const swapped: FillableTemplate = {
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'TEXT', text: '{{2}} for {{1}}', example: { header_text: ['Ana', 'A-17'] } },
      { type: 'BODY', text: 'Your order {{2}} is ready, {{1}}!', example: { body_text: [['Ana', 'A-17']] } },
      {
        type: 'CAROUSEL',
        cards: [
          { components: [{ type: 'BODY', text: '{{10}} {{2}} {{1}} {{3}} {{4}} {{5}} {{6}} {{7}} {{8}} {{9}}' }] },
        ],
      },
    ],
  };
  const values = { 'header.1': 'Ana', 'header.2': 'A-17', 'body.1': 'Ana', 'body.2': 'A-17' };
  const card = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`card.0.body.${at + 1}`, `v${at + 1}`]));
  const parts = fillTemplate(swapped, { ...values, ...card });

  test('value n is for {{n}}, in header, body and cards', () => {
    const texts = (part: unknown) =>
      ((part as { parameters: { text: string }[] }).parameters ?? []).map(({ text }) => text);
    expect(parts.slice(0, 2).map(texts)).toEqual([
      ['Ana', 'A-17'],
      ['Ana', 'A-17'],
    ]);
    const [{ components }] = (parts[2] as { cards: [{ components: unknown[] }] }).cards;
    expect(texts(components[0])).toEqual(Object.values(card));
    expect(templateFillProblems(swapped, parts)).toEqual([]);
  });

  test('the preview, the examples and the words of problems follow', () => {
    const display = templateDisplay(swapped, parts);
    expect([display.header, display.body]).toEqual(['A-17 for Ana', 'Your order A-17 is ready, Ana!']);
    expect(display.cards?.[0]?.body).toBe('v10 v2 v1 v3 v4 v5 v6 v7 v8 v9');
    expect(
      listTemplateVariables(swapped)
        .slice(0, 4)
        .map(({ key, example }) => [key, example]),
    ).toEqual([
      ['header.1', 'Ana'],
      ['header.2', 'A-17'],
      ['body.1', 'Ana'],
      ['body.2', 'A-17'],
    ]);
    const empty = [
      parts[0] ?? {},
      {
        type: 'body',
        parameters: [
          { type: 'text', text: '' },
          { type: 'text', text: 'x' },
        ],
      },
    ];
    const [problem] = templateFillProblems({ ...swapped, components: swapped.components?.slice(0, 2) ?? [] }, empty);
    expect(problem?.msg).toContain('{{1}}');
  });
});

test('samples for the review are in the order of their numbers', () => {
  const body = 'Your order {{2}} is ready, {{1}}!';
  const part = { type: 'BODY', text: body, example: { body_text: [['Ana', 'A-17']] } };
  const content = readContent([part]);
  expect(content.samples).toMatchObject({ 1: 'Ana', 2: 'A-17' });
  expect(writeContent(content, 'UTILITY').components).toEqual([part]);
});

describe('variables of a template', () => {
  test('every variable once, with its example, in reading order', () => {
    expect(listTemplateVariables(order).map(({ key, kind, example }) => [key, kind, example])).toEqual([
      ['header.1', 'text', 'A-17'],
      ['body.1', 'text', 'Ana'],
      ['body.2', 'text', 'A-17'],
      ['button.1', 'url', 'A-17'],
      ['button.2', 'code', 'SPRING'],
    ]);
    expect(listTemplateVariables(reminder).map(({ key, kind, example }) => [key, kind, example])).toEqual([
      ['header.file', 'image', null],
      ['body.first_name', 'text', null],
      ['body.day', 'text', 'Friday'],
    ]);
  });

  test.each([
    ['a carousel without cards', { type: 'CAROUSEL', cards: [] }, 'CAROUSEL'],
    ['a product', { type: 'HEADER', format: 'PRODUCT' }, 'HEADER PRODUCT'],
    ['many products', { type: 'BUTTONS', buttons: [{ type: 'MPM' }, { type: 'URL' }] }, 'MPM'],
    [
      'a product in a card',
      { type: 'CAROUSEL', cards: [{ components: [{ type: 'HEADER', format: 'PRODUCT' }] }] },
      'HEADER PRODUCT',
    ],
  ])('%s cannot be filled in with a form', (_name, part, found) => {
    expect(unfillableParts({ ...order, components: [...(order.components ?? []), part] })).toEqual([found]);
  });

  test('no part of an ordinary one is unsupported', () => {
    expect([order, reminder].flatMap(unfillableParts)).toEqual([]);
  });
});

describe('filling in', () => {
  test('numbered values are in order, buttons by position', () => {
    const components = fillTemplate(order, orderValues);
    expect(components).toEqual([
      { type: 'header', parameters: [{ type: 'text', text: 'B-2' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Layla' },
          { type: 'text', text: 'B-2' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'B-2' }] },
      {
        type: 'button',
        sub_type: 'copy_code',
        index: '2',
        parameters: [{ type: 'coupon_code', coupon_code: 'SPRING' }],
      },
    ]);
    expect(templateFillProblems(order, components)).toEqual([]);
    expect(templateDisplay(order, components)).toEqual({
      header: 'Order B-2',
      body: 'Hi Layla, your order B-2 is ready. Bye, Layla!',
      footer: 'Kestrel Cycles',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Thanks' },
        { type: 'URL', text: 'Track' },
        { type: 'COPY_CODE', text: 'Copy the code' },
      ],
    });
  });

  test('a header names an uploaded file by its id, a web address by its link', () => {
    const components = fillTemplate(reminder, { 'header.file': uploadedFileValue('file-1') });
    expect(components).toEqual([{ type: 'header', parameters: [{ type: 'image', image: { media_id: 'file-1' } }] }]);
    expect(uploadedFileId('https://shop.example/spring.jpg')).toBeNull();
  });

  test('named values have names; missing ones are shown as FIX VALUE', () => {
    const link = 'https://shop.example/spring.jpg';
    const components = fillTemplate(reminder, { 'header.file': link, 'body.first_name': '{{day}} $&' });
    expect(components).toEqual([
      { type: 'header', parameters: [{ type: 'image', image: { link } }] },
      { type: 'body', parameters: [{ type: 'text', parameter_name: 'first_name', text: '{{day}} $&' }] },
    ]);
    expect(templateDisplay(reminder, components)).toEqual({
      header: { format: 'IMAGE', link },
      body: 'Hello {{day}} $&, we expect you on FIX VALUE.',
      buttons: [],
    });
  });

  test('names are detected where WhatsApp does not report the format', () => {
    const untold = { ...reminder, parameter_format: null };
    expect(fillTemplate(untold, { 'body.day': 'Friday' })).toEqual([
      { type: 'body', parameters: [{ type: 'text', parameter_name: 'day', text: 'Friday' }] },
    ]);
  });
});

describe('parts with a form of their own', () => {
  const body = { type: 'BODY', text: 'Hello {{1}}, look at this' };
  const card = (text: string) => ({
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'See it', url: 'https://shop.example/{{1}}' }] },
    ],
  });
  const of = (...components: Record<string, unknown>[]): FillableTemplate => ({ parameter_format: null, components });
  const text = (value: string) => ({ type: 'text', text: value });

  test('a one-time code stands in the text and the button', () => {
    const code = of(
      { type: 'BODY', add_security_recommendation: true },
      { type: 'FOOTER', code_expiration_minutes: 5 },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy code' }] },
    );
    expect(listTemplateVariables(code).map(({ key, kind }) => [key, kind])).toEqual([['body.1', 'otp']]);
    const filled = fillTemplate(code, { 'body.1': '123456' });
    expect(filled).toEqual([
      { type: 'body', parameters: [text('123456')] },
      { type: 'button', sub_type: 'url', index: '0', parameters: [text('123456')] },
    ]);
    expect(templateFillProblems(code, filled)).toEqual([]);
    expect(templateFillProblems(code, filled.slice(0, 1))).toMatchObject([{ field: 'template.components' }]);
    expect(templateDisplay(code, filled)).toEqual({
      body: '*123456* is your verification code. For your security, do not share this code.',
      footer: 'This code expires in 5 minutes.',
      buttons: [{ type: 'OTP', text: 'Copy code' }],
    });
  });

  test('a flow needs no value, and its button a component', () => {
    const flow = of(
      { type: 'BODY', text: 'Book here' },
      { type: 'BUTTONS', buttons: [{ type: 'FLOW', text: 'Book' }] },
    );
    const filled = fillTemplate(flow, {});
    expect(filled).toEqual([
      { type: 'button', sub_type: 'flow', index: '0', parameters: [{ type: 'action', action: {} }] },
    ]);
    expect(templateFillProblems(flow, filled)).toEqual([]);
  });

  test('an offer has its end in milliseconds', () => {
    const offer = of(body, {
      type: 'LIMITED_TIME_OFFER',
      limited_time_offer: { text: 'Spring sale', has_expiration: true },
    });
    const filled = fillTemplate(offer, { 'body.1': 'Ana', 'offer.expires': '2026-12-01T18:00:00.000Z' });
    const [, part] = filled;
    expect(part).toEqual({
      type: 'limited_time_offer',
      parameters: [{ type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: 1_796_148_000_000 } }],
    });
    expect(templateFillProblems(offer, filled)).toEqual([]);
    expect(templateFillProblems(offer, filled.slice(0, 1))).toMatchObject([{ msg: 'Enter when the offer ends.' }]);
    expect(templateDisplay(offer, filled).offer).toEqual({
      text: 'Spring sale',
      expires_at: '2026-12-01T18:00:00.000Z',
    });
  });

  test('a place is one parameter', () => {
    const place = of({ type: 'HEADER', format: 'LOCATION' }, { type: 'BODY', text: 'We are here' });
    const values = {
      'header.latitude': '51,5',
      'header.longitude': '-0.12',
      'header.name': 'Shop',
      'header.address': 'Quay 1',
    };
    const filled = fillTemplate(place, values);
    const location = { latitude: 51.5, longitude: -0.12, name: 'Shop', address: 'Quay 1' };
    expect(filled).toEqual([{ type: 'header', parameters: [{ type: 'location', location }] }]);
    expect(templateFillProblems(place, filled)).toEqual([]);
    expect(templateDisplay(place, filled).header).toEqual({ format: 'LOCATION', text: 'Shop, Quay 1' });
    const far = fillTemplate(place, { ...values, 'header.latitude': '91' });
    expect(templateFillProblems(place, far)).toMatchObject([
      { field: 'template.components.0.parameters.0.location.latitude' },
    ]);
  });

  test('the cards of a carousel are filled in one by one', () => {
    const carousel = of(body, { type: 'CAROUSEL', cards: [card('The {{1}} bike'), card('The other bike')] });
    expect(listTemplateVariables(carousel).map(({ key }) => key)).toEqual([
      'body.1',
      ...['card.0.header.file', 'card.0.body.1', 'card.0.button.0'],
      ...['card.1.header.file', 'card.1.button.0'],
    ]);
    const values = {
      ...{ 'body.1': 'Ana', 'card.0.header.file': 'https://a.example/1.png', 'card.0.body.1': 'red' },
      ...{ 'card.0.button.0': 'red', 'card.1.header.file': 'https://a.example/2.png', 'card.1.button.0': 'other' },
    };
    const filled = fillTemplate(carousel, values);
    const button = (end: string) => ({ type: 'button', sub_type: 'url', index: '0', parameters: [text(end)] });
    const picture = (link: string) => ({ type: 'header', parameters: [{ type: 'image', image: { link } }] });
    expect(filled).toEqual([
      { type: 'body', parameters: [text('Ana')] },
      {
        type: 'carousel',
        cards: [
          {
            card_index: 0,
            components: [
              picture('https://a.example/1.png'),
              { type: 'body', parameters: [text('red')] },
              button('red'),
            ],
          },
          { card_index: 1, components: [picture('https://a.example/2.png'), button('other')] },
        ],
      },
    ]);
    expect(templateFillProblems(carousel, filled)).toEqual([]);
    expect(templateDisplay(carousel, filled).cards).toEqual([
      {
        header: { format: 'IMAGE', link: 'https://a.example/1.png' },
        body: 'The red bike',
        buttons: [{ type: 'URL', text: 'See it' }],
      },
      {
        header: { format: 'IMAGE', link: 'https://a.example/2.png' },
        body: 'The other bike',
        buttons: [{ type: 'URL', text: 'See it' }],
      },
    ]);
    const { 'card.1.header.file': _file, ...without } = values;
    expect(templateFillProblems(carousel, fillTemplate(carousel, without))).toMatchObject([
      { field: 'template.components.1.cards.1.components' },
    ]);
  });
});

describe('values that do not fit', () => {
  const right = fillTemplate(order, orderValues);
  const text = (value: string) => ({ type: 'text', text: value });
  const withBody = (...parameters: object[]) =>
    right.map((part) => (part.type === 'body' ? { type: 'body', parameters } : part));
  const withButton = (...parameters: object[]) => right.map((part, at) => (at === 2 ? { ...part, parameters } : part));
  const photo = (image: object) => [
    { type: 'header', parameters: [{ type: 'image', image }] },
    {
      type: 'body',
      parameters: [
        { ...text('Layla'), parameter_name: 'first_name' },
        { ...text('Friday'), parameter_name: 'day' },
      ],
    },
  ];

  test.each<[string, FillableTemplate, Record<string, unknown>[], string]>([
    ['too few values', order, withBody(text('Layla')), 'template.components.1'],
    ['too many values', order, withBody(text('a'), text('b'), text('c')), 'template.components.1'],
    ['no values at all', order, [], 'template.components'],
    ['an empty value', order, withBody(text('Layla'), text(' ')), 'template.components.1.parameters.1'],
    ['FIX VALUE', order, withBody(text('a'), text('FIX VALUE')), 'template.components.1.parameters.1.text'],
    ['FIX VALUE in a button', order, withButton(text('FIX VALUE')), 'template.components.2.parameters.0.text'],
    ['an empty value of a button', order, withButton(text(' ')), 'template.components.2'],
    [
      'a text instead of the picture',
      reminder,
      [{ type: 'header', parameters: [text('a picture')] }, ...photo({}).slice(1)],
      'template.components.0.parameters.0',
    ],
    ['a button without its value', order, right.slice(0, -1), 'template.components'],
    ['a button elsewhere', order, [...right.slice(0, 3), { ...right[3], index: '0' }], 'template.components.3'],
    ['a part twice', order, [...right, right[0] ?? {}], 'template.components.4'],
    [
      'a header it does not have',
      { ...order, components: [{ type: 'BODY', text: 'x' }] },
      right.slice(0, 1),
      'template.components.0',
    ],
    [
      'names that are not its own',
      reminder,
      [...photo({ link: 'https://a.example' }).slice(0, 1), { type: 'body', parameters: [text('a'), text('b')] }],
      'template.components.1',
    ],
    ['no picture', reminder, photo({}).slice(1), 'template.components'],
    ['a file of ours', reminder, photo({ media_id: 'x' }), 'template.components.0.parameters.0.image'],
    ['a text too long', order, withBody(text('a'), text('x'.repeat(1_020))), 'template.components.1.parameters.1.text'],
    ['one that was not fetched', { parameter_format: null, components: null }, [], 'template.id'],
  ])('%s', (_name, template, given, field) => {
    const [first] = templateFillProblems(template, given);
    expect(first?.field).toBe(field);
    expect(first?.msg).toMatch(/\.$/);
  });

  test.each([
    ['no button part', []],
    ['an empty code', [{ type: 'coupon_code', coupon_code: ' ' }]],
    ['no parameter', [] as object[]],
  ])('a missing coupon code is named: %s', (name, parameters) => {
    const coupon = {
      components: [
        { type: 'BODY', text: 'x' },
        { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', text: 'Copy the code' }] },
      ],
      parameter_format: 'POSITIONAL',
    };
    const given = name === 'no button part' ? [] : [{ type: 'button', sub_type: 'copy_code', index: '0', parameters }];
    expect(templateFillProblems(coupon, given)).toMatchObject([
      { msg: 'The coupon code of the button “Copy the code” is missing.' },
    ]);
  });

  test("an image fits by its URL and by WhatsApp's id", () => {
    expect(templateFillProblems(reminder, photo({ link: 'https://a.example' }))).toEqual([]);
    expect(templateFillProblems(reminder, photo({ id: '123' }))).toEqual([]);
  });

  test('a carousel with too few cards does not fit', () => {
    const cards = [{ components: [{ type: 'BODY', text: 'One' }] }, { components: [{ type: 'BODY', text: 'Two' }] }];
    const offers = {
      ...order,
      components: [
        { type: 'BODY', text: 'Offers' },
        { type: 'CAROUSEL', cards },
      ],
    };
    expect(templateFillProblems(offers, [{ type: 'carousel', cards: [] }])).toMatchObject([
      { field: 'template.components.0', msg: 'This template has 2 cards; 0 were given.' },
    ]);
  });
});

test.each([' ', '\n', ' \n', '\t', '    ', 'a '])('65,536 characters of %j become a value in one go', (repeated) => {
  const text = repeated.repeat(65_536).slice(0, 65_536);
  expect(cleanValue(`a${text}b`)).toMatch(/^a ?.*b$/);
});

test('line breaks with the blanks around them become one blank', () => {
  expect(cleanValue(' one \r\n \n two\tthree    four     five ')).toBe('one two three    four five');
});
