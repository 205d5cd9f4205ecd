import { expect, test } from 'vitest';
import { languageOf } from './facts/language.ts';

test.each([
  [{ Language: 'de' }, 'Hello', 'de'],
  [{ language: 'pt_BR' }, '', 'pt'],
  [{ locale: 'zh-Hant-TW' }, '', 'zh'],
  [{ 'Preferred language': ' German ' }, '', 'de'],
  [{ Language: 'Deutsch' }, '', 'de'],
  [{ Language: 'Українська' }, '', 'uk'],
  [{ Language: 'whatever' }, 'שלום', 'he'],
  [{}, 'こんにちは、注文は？', 'ja'],
  [{}, '주문이 어디 있나요', 'ko'],
  [{}, '我的订单在哪里', 'zh'],
  [{}, 'Де моє замовлення?', 'uk'],
  [{}, 'Где мой заказ?', null],
  [{}, 'Where is my order?', null],
  [{}, '', null],
])('%j and “%s”: %s', (fields, text, language) => {
  expect(languageOf(fields, text)).toBe(language);
});
