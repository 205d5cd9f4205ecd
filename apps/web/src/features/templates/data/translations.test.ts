import { emptyContent, writeContent } from '@parley/contract/template-content';
import { expect, test } from 'vitest';
import { sampleTemplates } from './sample-templates.ts';
import { translationDifferences, translationsOf } from './translations.ts';

const [sample] = sampleTemplates;
if (sample === undefined) throw new Error('a sample is expected');
const english = { ...emptyContent, body: 'Hello {{1}}, your bike is ready.', samples: { 1: 'Ana' } };
const german = { ...english, body: 'Hallo {{1}}, dein Rad ist fertig.' };
const known = (content: typeof english, category = 'UTILITY') => ({
  category,
  draft: null,
  components: writeContent(content, 'UTILITY').components as Record<string, unknown>[],
});
const ours = { category: 'UTILITY' as const, content: english };

test('other words are no difference', () => {
  expect(translationDifferences(ours, known(german))).toEqual([]);
});

test('what a send would need twice is one', () => {
  const other = {
    ...german,
    body: 'Hallo {{1}}, dein {{2}} ist fertig.',
    footer: 'Bis bald',
    header: { ...emptyContent.header, format: 'TEXT' as const, text: 'Bereit' },
    buttons: [{ type: 'QUICK_REPLY' as const, text: 'Danke', value: '', sample: '' }],
  };
  expect(translationDifferences(ours, known(other, 'MARKETING'))).toEqual([
    'category',
    'header',
    'variables',
    'footer',
    'buttons',
  ]);
});

test('a change that waits counts, not what WhatsApp has', () => {
  const draft = { ...known(german), parameter_format: null, message_send_ttl_seconds: null };
  expect(translationDifferences(ours, { ...known({ ...german, footer: 'Bis bald' }), draft })).toEqual([]);
});

test('languages of one name and account belong together', () => {
  const row = (language: string, more = {}) => ({ ...sample, id: language, name: 'ready', language, ...more });
  const all = [row('fr'), row('de'), row('en', { waba_id: 'other' }), row('it', { name: 'other' })];
  expect(translationsOf(all, row('de')).map(({ language }) => language)).toEqual(['de', 'fr']);
});
