import { expect, test } from 'vitest';
import { hitIn } from './hit-in.ts';

test.each([
  ['Could you fix the Dérailleur?', 'DERAILLEUR', 'Dérailleur'],
  ['Straße 5', 'strasse', 'Straße'],
  ['متى يمكنني استلام الدراجة؟', 'الدراجة', 'الدراجة'],
  ['क्या साइकिल तैयार है?', 'साइकिल', 'साइकिल'],
  ['自転車の修理', '修理', '修理'],
  ['🙂 ok then', 'then', 'then'],
  ['السيد أَحْمَد هنا', 'احمد', 'أَحْمَد'],
  ['محـــمد', 'محمد', 'محـــمد'],
  ['お名前はｶﾞｸﾄです', 'がくと', 'ｶﾞｸﾄ'],
  ['안녕 \u1112\u1161\u11ab\u1100\u1173\u11af 좋아요', '한글', '\u1112\u1161\u11ab\u1100\u1173\u11af'],
  ['Collect the\n\nsaddlebag', 'the  saddlebag', 'the\n\nsaddlebag'],
  ['رقم ٤٢٤٢ جاهز', '4242', '٤٢٤٢'],
])('marks in %s what was searched', (text, typed, marked) => {
  const hit = hitIn(text, typed);
  expect(hit && text.slice(...hit)).toBe(marked);
});

test('marks nothing without a hit', () => {
  expect(hitIn('Hello', 'x')).toBeNull();
  expect(hitIn('Hello', ' ')).toBeNull();
});
