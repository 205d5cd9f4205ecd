import { describe, expect, test } from 'vitest';
import { templateFillProblems } from './check-fill.ts';
import {
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
    ['a carousel', { type: 'CAROUSEL', cards: [] }, 'CAROUSEL'],
    ['an offer', { type: 'limited_time_offer' }, 'LIMITED_TIME_OFFER'],
    ['a place', { type: 'HEADER', format: 'LOCATION' }, 'HEADER LOCATION'],
    ['a flow', { type: 'BUTTONS', buttons: [{ type: 'FLOW' }, { type: 'URL' }] }, 'FLOW'],
    ['a one-time code', { type: 'BUTTONS', buttons: [{ type: 'OTP' }] }, 'OTP'],
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

describe('values that do not fit', () => {
  const right = fillTemplate(order, orderValues);
  const text = (value: string) => ({ type: 'text', text: value });
  const withBody = (...parameters: object[]) =>
    right.map((part) => (part.type === 'body' ? { type: 'body', parameters } : part));
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
    ['FIX VALUE', order, withBody(text('FIX VALUE'), text('b')), 'template.components'],
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
    ['a text too long', order, withBody(text('x'.repeat(600)), text('b')), 'template.components'],
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

  test('parts that only WhatsApp can check are skipped', () => {
    const offers = { ...order, components: [{ type: 'BODY', text: 'Offers' }, { type: 'CAROUSEL' }] };
    expect(templateFillProblems(offers, [{ type: 'carousel', cards: [] }])).toEqual([]);
    const code = {
      parameter_format: null,
      components: [{ type: 'BODY' }, { type: 'BUTTONS', buttons: [{ type: 'OTP' }] }],
    };
    const given = [
      { type: 'body', parameters: [text('1234')] },
      { type: 'button', sub_type: 'url', index: '0', parameters: [text('1234')] },
    ];
    expect(templateFillProblems(code, given)).toEqual([]);
  });
});
