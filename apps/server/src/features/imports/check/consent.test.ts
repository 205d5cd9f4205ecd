import { expect, test } from 'vitest';
import { normalizeFieldValue } from '../../contacts/public.ts';
import { parseConsent, parseOptOut } from './consent.ts';

const now = '2026-11-30T12:00:00.000Z';
const field = { type: 'yes_no' as const, choices: [] };

test.each([
  ['yes', 'no'],
  ['Sí', 'No'],
  ['VERDADERO', 'FALSO'],
  ['Sim', 'Não'],
  ['verdadeiro', 'nao'],
  ['Ja', 'Nein'],
  ['WAHR', 'FALSCH'],
  ['نعم', 'لا'],
  ['हाँ', 'नहीं'],
  ['हाँ'.normalize('NFD'), 'ग़लत'.normalize('NFD')],
])('%s and %s are yes and no', (yes, no) => {
  expect(normalizeFieldValue(field, ` ${yes} `)).toEqual({ value: 'yes' });
  expect(normalizeFieldValue(field, no)).toEqual({ value: 'no' });
  expect([parseConsent(yes, now), parseConsent(no, now)]).toEqual([now, null]);
  expect([parseOptOut(yes, now), parseOptOut(no, now)]).toEqual([now, null]);
});

test.each([
  ['subscribed', 'unsubscribed'],
  ['Suscrito', 'Dado de baja'],
  ['inscrito', 'descadastrado'],
  ['Angemeldet', 'abgemeldet'],
  ['مشترك', 'ألغى الاشتراك'],
  ['ऑप्ट-इन', 'ऑप्ट-आउट'],
])('%s agreed, %s left', (agreed, left) => {
  expect([parseConsent(agreed, now), parseConsent(left, now)]).toEqual([now, null]);
  expect([parseOptOut(agreed, now), parseOptOut(left, now)]).toEqual([null, now]);
});

test('what is neither is refused', () => {
  expect(normalizeFieldValue(field, 'vielleicht')).toEqual({ problem: 'Write yes or no.' });
  expect([parseConsent('vielleicht', now), parseOptOut('quizás', now)]).toEqual([undefined, undefined]);
});
