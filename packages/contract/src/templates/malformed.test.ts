import { expect, test } from 'vitest';
import { templateFillProblems } from './check-fill.ts';
import { writeContent } from './content.ts';
import { libraryContent, templateLibrary } from './library.ts';
import { malformedParts } from './malformed.ts';

const body = { type: 'BODY', text: 'Hello {{1}}, your bike is ready.' };
const of = (components: unknown[]) => ({ parameter_format: null, components: components as Record<string, unknown>[] });

test.each<[string, unknown[], string[]]>([
  ['nothing', [], ['BODY']],
  ['no text', [{ type: 'FOOTER', text: 'Bye' }], ['BODY']],
  ['a body without its text', [{ type: 'BODY' }], ['BODY']],
  ['an empty body', [{ type: 'BODY', text: '  ' }], ['BODY']],
  ['a body of another type', [{ type: 'BODY', text: 7 }], ['BODY']],
  ['two bodies', [body, body], ['BODY']],
  ['a variable that is not closed', [{ type: 'BODY', text: 'Hello {{1}, ready' }], ['BODY']],
  ['a variable without a name', [{ type: 'BODY', text: 'Hello {{}}, ready' }], ['BODY']],
  ['a gap in the numbers', [{ type: 'BODY', text: 'Hello {{1}} and {{3}}, ready' }], ['BODY']],
  ['a part without a type', [body, { text: 'x' }], ['UNKNOWN']],
  ['a part that is none', [body, null, 'BODY', 7], ['UNKNOWN']],
  ['a header without a format', [{ type: 'HEADER', text: 'x' }, body], ['HEADER']],
  ['a header without its text', [{ type: 'HEADER', format: 'TEXT' }, body], ['HEADER']],
  ['a footer without its text', [body, { type: 'FOOTER' }], ['FOOTER']],
  ['buttons that are no list', [body, { type: 'BUTTONS', buttons: 'x' }], ['BUTTONS']],
  ['a button without a type', [body, { type: 'BUTTONS', buttons: [{ text: 'x' }] }], ['BUTTONS']],
  ['a button that is none', [body, { type: 'BUTTONS', buttons: [null] }], ['BUTTONS']],
  ['a carousel without cards', [body, { type: 'CAROUSEL', cards: [] }], ['CAROUSEL']],
  ['a card that is none', [body, { type: 'CAROUSEL', cards: ['one'] }], ['CAROUSEL']],
  [
    'a card without the text of its body',
    [body, { type: 'CAROUSEL', cards: [{ components: [{ type: 'BODY' }] }] }],
    ['CAROUSEL'],
  ],
  ['an offer without its text', [body, { type: 'LIMITED_TIME_OFFER' }], ['LIMITED_TIME_OFFER']],
])('%s is named and cannot be sent', (_name, components, parts) => {
  expect(malformedParts(of(components))).toEqual(parts);
  expect(templateFillProblems(of(components), [])[0]?.field).toBe('template.id');
});

test.each<[string, unknown[]]>([
  ['a text', [body]],
  ['lower case', [{ type: 'body', text: 'Hello' }]],
  ['one-time codes', [{ type: 'BODY', add_security_recommendation: true }]],
  ['codes with their button', [{ type: 'BODY' }, { type: 'BUTTONS', buttons: [{ type: 'OTP' }] }]],
  ['parts that are not known here', [body, { type: 'LATER' }]],
  ['a carousel', [body, { type: 'CAROUSEL', cards: [{ components: [{ type: 'BODY', text: 'One' }] }] }]],
  ['an offer', [body, { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Sale' } }]],
  ['a location', [{ type: 'HEADER', format: 'LOCATION' }, body]],
])('%s can be read', (_name, components) => {
  expect(malformedParts(of(components))).toEqual([]);
});

test('every template of the library can be read', () => {
  for (const template of templateLibrary) {
    const written = writeContent(libraryContent(template, 'en'), template.category);
    expect(malformedParts({ parameter_format: null, components: written.components })).toEqual([]);
  }
});
