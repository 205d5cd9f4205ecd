import { emptyContent, type TemplateButton } from '@parley/contract/template-content';
import { lintTemplate } from '@parley/contract/template-lint';
import { expect, test } from 'vitest';
import { canOptOut, withOptOut } from './opt-out.ts';

const button = (type: TemplateButton['type'], text: string): TemplateButton => ({
  ...{ type, text, sample: '' },
  value: type === 'URL' ? 'https://shop.example/a' : '',
});
const lint = (buttons: TemplateButton[]) =>
  lintTemplate({
    name: 'spring',
    category: 'MARKETING',
    content: { ...emptyContent, body: 'All bikes are cheaper this week.', buttons },
  }).map(({ code }) => code);

test.each(['en', 'de', 'fr', 'pt_BR'])('a button in %s answers the advice', (language) => {
  expect(lint([])).toEqual(['opt_out_missing']);
  expect(lint(withOptOut([], language))).toEqual([]);
});

test('it stands beside the other quick replies', () => {
  const buttons = [button('QUICK_REPLY', 'More'), button('URL', 'Open')];
  expect(withOptOut(buttons, 'en').map(({ text }) => text)).toEqual(['More', 'Stop', 'Open']);
  expect(lint(withOptOut(buttons, 'en'))).toEqual([]);
});

test('offers, carousels and ten buttons have no place for it', () => {
  expect(canOptOut(emptyContent)).toBe(true);
  expect(canOptOut({ ...emptyContent, offer: { text: 'Sale', expires: false } })).toBe(false);
  expect(canOptOut({ ...emptyContent, cards: [emptyContent, emptyContent] })).toBe(false);
  expect(canOptOut({ ...emptyContent, buttons: Array.from({ length: 10 }, () => button('URL', 'Open')) })).toBe(false);
});
