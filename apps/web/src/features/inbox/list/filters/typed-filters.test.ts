import { expect, test } from 'vitest';
import { type FilterNames, parseTyped, readSearched } from './typed-filters.ts';

const names: FilterNames = {
  users: [
    { id: 'u1', name: 'Dana Whitfield' },
    { id: 'u2', name: 'Mateo Ruiz' },
  ],
  channels: [{ id: 'c1', name: 'Kestrel shop' }],
  labels: [
    { id: 'l1', name: 'Service' },
    { id: 'l2', name: 'Service plan' },
  ],
  stages: [
    { id: 'g1', name: 'Offer sent' },
    { id: 'g2', name: 'Won' },
  ],
  lists: [{ id: 's1', name: 'Test rides' }],
  fields: ['Plan', 'Frame size'],
};

test('operators become filters, and the rest is searched for', () => {
  expect(parseTyped('is:unread Amara assigned:me is:failed', names)).toEqual({
    filter: { is: ['unread', 'failed'], assignee: 'me' },
    rest: 'Amara',
  });
  expect(parseTyped('label:service list:"test rides" channel:kestrel', names)).toEqual({
    filter: { label: 'l1', list: 's1', channel: 'c1' },
    rest: '',
  });
  expect(parseTyped('stage:"offer sent" Amara', names)).toEqual({ filter: { stage: 'g1' }, rest: 'Amara' });
  expect(parseTyped('stage:none', names)).toEqual({ filter: { stage: 'none' }, rest: '' });
  expect(parseTyped('assigned:mateo from:"Amara Okafor"', names)).toEqual({
    filter: { assignee: 'u2' },
    rest: 'from:"Amara Okafor"',
  });
  expect(readSearched('from:"Amara Okafor" invoice')).toEqual({ from: 'Amara Okafor', words: 'invoice' });
  expect(readSearched('late from:amara invoice')).toEqual({ from: 'amara', words: 'late invoice' });
  expect(readSearched('amara')).toEqual({ from: null, words: 'amara' });
});

test('while a text is typed, only what can mean nothing else is taken', () => {
  const taken = (text: string) => Object.keys(parseTyped(text, names, true).filter);
  expect(['is:unread', 'has:media', 'assigned:me', 'label:"service"', 'since:2026-11-16'].map(taken)).toEqual([
    ['is'],
    ['is'],
    ['assignee'],
    ['label'],
    ['since'],
  ]);
  expect(
    ['is:un', 'label:serv', 'label:service', 'since:2026-11', 'field:Plan', 'field:Plan=Pro'].flatMap(taken),
  ).toEqual([]);
});

test('dates, files, ads and custom fields become filters', () => {
  expect(parseTyped('has:ad Amara', names)).toEqual({ filter: { ad: 'any' }, rest: 'Amara' });
  expect(parseTyped('has:media since:2026-11-16 until:2026-11-20 invoice', names)).toEqual({
    filter: { is: ['media'], since: '2026-11-16', until: '2026-11-20' },
    rest: 'invoice',
  });
  expect(parseTyped('field:plan', names)).toEqual({ filter: { field: 'Plan' }, rest: '' });
  expect(parseTyped('field:"frame size=54 cm"', names)).toEqual({
    filter: { field: 'Frame size', value: '54 cm' },
    rest: '',
  });
});

test('what names nothing stays in the text', () => {
  for (const text of [
    'label:unknown',
    'is:green',
    'at 10:30',
    'label:serv',
    'note is:unreadable',
    'since:monday',
    'since:2026-13-40',
    'has:wheels',
    'field:Colour=red',
  ]) {
    expect(parseTyped(text, names)).toEqual({ filter: {}, rest: text });
  }
});
