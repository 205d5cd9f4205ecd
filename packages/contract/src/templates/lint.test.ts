import { describe, expect, test } from 'vitest';
import { emptyContent, readContent, type TemplateContent, writeContent } from './content.ts';
import { hasLintErrors, lintTemplate } from './lint.ts';

const content = (changes: Partial<TemplateContent>): TemplateContent => ({
  ...emptyContent,
  body: 'Hello {{1}}, your bike is ready at the shop.',
  samples: { 1: 'Ana', 2: 'B', 3: 'C' },
  ...changes,
});
const lint = (changes: Partial<TemplateContent>, category = 'UTILITY', name = 'bike_ready') =>
  lintTemplate({ name, category, content: content(changes) });
const found = (changes: Partial<TemplateContent>, category?: string) =>
  lint(changes, category).map(({ code, field }) => `${field}: ${code}`);
const header = (changes: Partial<TemplateContent['header']>) => ({ ...emptyContent.header, ...changes });
const button = (changes: Partial<TemplateContent['buttons'][number]> = {}) => ({
  type: 'QUICK_REPLY' as const,
  text: 'Yes',
  value: '',
  sample: '',
  ...changes,
});
const card = (changes: Partial<TemplateContent> = {}): TemplateContent => ({
  ...emptyContent,
  header: header({ format: 'IMAGE', handle: '4::x' }),
  body: 'The red bike',
  buttons: [button({ text: 'More' })],
  ...changes,
});
const offer = { text: 'Sale', expires: true };
const picture = header({ format: 'IMAGE', handle: '4::x' });

describe('offers and cards', () => {
  test.each<[string, Partial<TemplateContent>, string]>([
    ['an offer outside of marketing', { offer, header: picture }, 'offer: offer_category'],
    ['an offer without a picture', { offer }, 'offer: offer_header'],
    ['an offer with a footer', { offer, header: picture, footer: 'Kestrel' }, 'footer: offer_footer'],
    ['an offer too long', { offer: { ...offer, text: 'x'.repeat(17) } }, 'offer: too_long'],
    ['a long text below an offer', { offer, body: 'x'.repeat(601) }, 'body: too_long'],
    ['one card', { cards: [card()] }, 'cards: cards_count'],
    ['eleven cards', { cards: Array.from({ length: 11 }, () => card()) }, 'cards: cards_count'],
    ['cards of two kinds', { cards: [card(), card({ buttons: [button({ type: 'URL' })] })] }, 'cards: cards_differ'],
    ['a card without a file', { cards: [card({ header: emptyContent.header }), card()] }, 'cards.0.header: card_file'],
    ['a card without buttons', { cards: [card(), card({ buttons: [] })] }, 'cards.1.buttons: card_buttons'],
    ['a long text in a card', { cards: [card(), card({ body: 'x'.repeat(161) })] }, 'cards.1.body: too_long'],
    ['a footer with cards', { cards: [card(), card()], footer: 'Kestrel' }, 'cards: not_with_cards'],
    ['a flow without its id', { buttons: [button({ type: 'FLOW' })] }, 'buttons.0: flow_missing'],
  ])('%s', (_name, changes, expected) => {
    expect(found(changes)).toContain(expected);
  });

  test('can be submitted', () => {
    expect(hasLintErrors(lint({ offer, header: picture }, 'MARKETING'))).toBe(false);
    expect(hasLintErrors(lint({ cards: [card(), card()] }, 'MARKETING'))).toBe(false);
  });
});

describe('what WhatsApp refuses', () => {
  test.each<[string, Partial<TemplateContent>, string]>([
    ['no text', { body: ' ' }, 'body: body_missing'],
    ['a text too long', { body: 'x'.repeat(1_025) }, 'body: too_long'],
    ['a variable at the start', { body: '{{1}}, your bike is ready at the shop.' }, 'body: variable_edge'],
    ['a variable at the end', { body: 'Your bike is ready at the shop, {{1}}!' }, 'body: variable_edge'],
    [
      'two side by side',
      { body: 'Hello dear {{1}} {{2}}, your bike is now ready at the shop.' },
      'body: variables_adjacent',
    ],
    ['a gap', { body: 'Hello {{2}}, your bike is ready at the shop.' }, 'body: variable_gap'],
    ['numbers and names', { body: 'Hello {{1}}, your bike {{bike}} is ready at the shop.' }, 'body: variable_mixed'],
    ['a wrong name', { body: 'Hello {{First Name}}, your bike is ready.' }, 'body: variable_name'],
    ['braces that do not close', { body: 'Hello {{1, your bike is ready at the shop.' }, 'body: variable_name'],
    ['too many for its words', { body: 'Hi {{1}} for {{2}} at' }, 'body: too_many_variables'],
    ['no sample', { samples: {} }, 'samples.1: sample_missing'],
    [
      'two variables in a header',
      { header: header({ format: 'TEXT', text: '{{1}} x {{2}}' }) },
      'header: header_variables',
    ],
    ['a header too long', { header: header({ format: 'TEXT', text: 'x'.repeat(61) }) }, 'header: too_long'],
    ['no sample file', { header: header({ format: 'IMAGE' }) }, 'header: sample_missing'],
    ['a variable in the footer', { footer: 'For {{1}}' }, 'footer: footer_variables'],
    ['a footer too long', { footer: 'x'.repeat(61) }, 'footer: too_long'],
    ['a button without text', { buttons: [button({ text: '' })] }, 'buttons.0: text_missing'],
    ['a button too long', { buttons: [button({ text: 'x'.repeat(26) })] }, 'buttons.0: too_long'],
    ['the same button twice', { buttons: [button(), button()] }, 'buttons.1: button_repeated'],
    ['no address', { buttons: [button({ type: 'URL', value: 'shop' })] }, 'buttons.0: url_invalid'],
    [
      'a variable inside an address',
      { buttons: [button({ type: 'URL', value: 'https://a.example/{{1}}/x' })] },
      'buttons.0: url_variable',
    ],
    [
      'an address without sample',
      { buttons: [button({ type: 'URL', value: 'https://a.example/{{1}}' })] },
      'buttons.0: sample_missing',
    ],
    ['no number', { buttons: [button({ type: 'PHONE_NUMBER', value: '12' })] }, 'buttons.0: phone_invalid'],
    ['no sample of a code', { buttons: [button({ type: 'COPY_CODE' })] }, 'buttons.0: button_incomplete'],
    [
      'two codes',
      { buttons: ['a', 'b'].map((text) => button({ type: 'COPY_CODE', text, value: 'X' })) },
      'buttons: too_many_buttons',
    ],
    [
      'quick replies apart',
      { buttons: [button(), button({ type: 'URL', text: 'Go', value: 'https://a.example' }), button({ text: 'No' })] },
      'buttons: buttons_mixed',
    ],
  ])('%s', (_name, changes, expected) => {
    expect(found(changes)).toContain(expected);
    expect(hasLintErrors(lint(changes))).toBe(true);
  });

  test('a name with other characters', () => {
    expect(lint({}, 'UTILITY', 'Bike ready').map(({ code }) => code)).toEqual(['name_invalid']);
  });

  test('nothing in a template that keeps the rules', () => {
    expect(
      found({ header: header({ format: 'TEXT', text: 'Ready', sample: '' }), footer: 'Kestrel', buttons: [button()] }),
    ).toEqual([]);
  });
});

test('advice does not keep a template from being submitted', () => {
  const promotion = { body: 'Hello {{1}}, a special offer waits for you at our shop.' };
  expect(found(promotion)).toEqual(['category: promotional']);
  expect(found(promotion, 'MARKETING')).toEqual(['buttons: opt_out_missing']);
  expect(found({ ...promotion, buttons: [button({ text: 'Stop' })] }, 'MARKETING')).toEqual([]);
  expect(found({ body: 'Hello {{1}}, look at your order under https://bit.ly/x today.' })).toEqual([
    'body: link_shortened',
  ]);
  expect(hasLintErrors(lint(promotion))).toBe(false);
});

describe('components', () => {
  test.each<[string, Partial<TemplateContent>]>([
    ['text only', {}],
    ['named variables', { body: 'Hello {{name}}, your bike is ready.', samples: { name: 'Ana' } }],
    [
      'a text header',
      { header: header({ format: 'TEXT', text: 'Order {{1}}', sample: 'A-17' }), samples: { 1: 'Ana' } },
    ],
    ['a file header', { header: header({ format: 'VIDEO', handle: '4::x' }), samples: { 1: 'Ana' } }],
    [
      'everything else',
      {
        samples: { 1: 'Ana' },
        footer: 'Kestrel',
        buttons: [
          button({ type: 'URL', value: 'https://a.example/{{1}}', sample: 'https://a.example/x' }),
          button({ type: 'PHONE_NUMBER', text: 'Call', value: '+447700900000' }),
          button({ type: 'COPY_CODE', text: 'Copy', value: 'SPRING' }),
          button({ text: 'No' }),
        ],
        otherParts: [{ type: 'PRODUCTS', products: ['one'] }],
      },
    ],
    ['an offer', { header: header({ format: 'IMAGE', handle: '4::x' }), offer: { text: 'Sale', expires: true } }],
    ['a place', { header: header({ format: 'LOCATION' }) }],
    ['a flow', { buttons: [button({ type: 'FLOW', text: 'Book', value: '123', sample: 'DAYS' })] }],
    ['cards', { cards: [card(), card()] }],
  ])('of %s are read as they were written', (_name, changes) => {
    const { samples = { 1: 'Ana' }, ...rest } = changes;
    const written = content({ ...rest, samples });
    expect(readContent(writeContent(written, 'UTILITY').components)).toEqual(written);
  });

  test('of a one-time code are WhatsApp’s own', () => {
    const code = { warning: false, minutes: 5, button: 'Copy it' };
    const { components } = writeContent(content({ code }), 'AUTHENTICATION');
    expect(components).toEqual([
      { type: 'BODY', add_security_recommendation: false },
      { type: 'FOOTER', code_expiration_minutes: 5 },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE', text: 'Copy it' }] },
    ]);
    expect(readContent(components).code).toEqual(code);
  });
});
