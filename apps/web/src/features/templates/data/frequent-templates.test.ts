import { expect, test } from 'vitest';
import { filledBody } from './filled-body.ts';
import { asksForNumber, frequentTemplates } from './frequent-templates.ts';
import { sampleTemplates } from './sample-templates.ts';

const [sample] = sampleTemplates;
if (sample === undefined) throw new Error('there is no sample template');
const template = (id: string, more: object = {}) => ({ ...sample, id, name: id, status: 'ACTIVE' as const, ...more });
const all = [template('a'), template('b'), template('c'), template('d'), template('paused', { status: 'PAUSED' })];
const sent: Record<string, number> = { c: 9, d: 4, paused: 99 };

test('the default comes first, then what is sent most; what cannot be sent is left out', () => {
  const names = (defaultId: string | null) =>
    frequentTemplates(all, defaultId, (id) => sent[id] ?? 0).map(({ id }) => id);
  expect(names(null)).toEqual(['c', 'd', 'a']);
  expect(names('b')).toEqual(['b', 'c', 'd']);
  expect(frequentTemplates([], null, () => 0)).toEqual([]);
});

test('a customer whose number is not known is offered a template that asks for it first', () => {
  const asking = template('asks', {
    components: [
      { type: 'BODY', text: 'May we call you?' },
      { type: 'BUTTONS', buttons: [{ type: 'REQUEST_CONTACT_INFO' }] },
    ],
  });
  const names = (numberKnown: boolean) =>
    frequentTemplates([...all, asking], 'b', (id) => sent[id] ?? 0, numberKnown).map(({ id }) => id);
  expect(names(true)).toEqual(['b', 'c', 'd']);
  expect(names(false)).toEqual(['asks', 'b', 'c']);
  const odd = [{ type: 'BUTTONS' }, { type: 'BUTTONS', buttons: ['x', null] }].map((one) =>
    template('odd', { components: [one] }),
  );
  expect(odd.map((one) => asksForNumber(one as never))).toEqual([false, false]);
});

test('a body is split at its variables, and a missing value stays one', () => {
  expect(filledBody('Hola {{1}}, your order {{ order }}.', { 'body.1': 'Diego', 'body.order': ' ' })).toEqual([
    { at: 0, text: 'Hola ' },
    { at: 1, variable: '1', value: 'Diego' },
    { at: 2, text: ', your order ' },
    { at: 3, variable: 'order', value: null },
    { at: 4, text: '.' },
  ]);
});
