import { foldText } from '@parley/contract/fold-text';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryAsOwner } from '../../../testing/inbox.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

async function foldedInDatabase(texts: readonly string[]): Promise<string[]> {
  const rows = await queryAsOwner<{ folded: string }>(
    server.owner,
    'select fold_text(t) as folded from unnest($1::text[]) with ordinality u(t, n) order by n',
    [texts],
  );
  return rows.map(({ folded }) => folded);
}

/** What is typed, and what is stored, by script. Unicode: UAX #15 (normalization), UTS #10 (what a search ignores). */
const alike: Record<string, readonly (readonly [string, string])[]> = {
  Latin: [
    ['ines', 'Inês'],
    ['aeroskobing', 'Ærøskøbing'],
    ['thor', 'Þór'],
    ['dordevic', 'Đorđević'],
    ['nguyen', 'Nguyễn'],
    ['tran hung dao', 'Trần Hưng Đạo'],
    ['eliyev', 'Əliyev'],
    ["o'brien", 'O’Brien'],
    ['jean-luc', 'Jean‑Luc'],
    ['jean-luc', 'Jean–Luc'],
    ['office', 'oﬃce'],
    ['cafe', 'cafe\u0301'],
    ['softly', 'soft\u00adly'],
    ['two words', 'two\u00a0words'],
  ],
  German: [
    ['weiss', 'Weiß'],
    ['strasse', 'STRAẞE'],
    ['jurgen', 'Jürgen'],
  ],
  Turkish: [
    ['istanbul', 'İstanbul'],
    ['isik', 'IŞIK'],
    ['ISIK', 'ışık'],
  ],
  Greek: [
    ['οδυσσευς', 'ΟΔΥΣΣΕΥΣ'],
    ['οδυσσευσ', 'Οδυσσεύς'],
    ['αθηνα', 'Αθήνα'],
    ['μαιος', 'Μάϊος'],
  ],
  Cyrillic: [
    ['семен', 'Семён'],
    ['григорий', 'Ґригорий'],
    ['київ', 'КИЇВ'],
  ],
  Arabic: [
    ['احمد', 'أحمد'],
    ['احمد', 'أَحْمَد'],
    ['اسلام', 'إسلام'],
    ['امنة', 'آمنة'],
    ['فاطمه', 'فاطمة'],
    ['مصطفي', 'مصطفى'],
    ['محمد', 'محـــمد'],
    ['محمد', 'مُحَمَّد'],
    ['الله', 'ٱللَّٰه'],
    ['فواد', 'فؤاد'],
    ['سلام', 'ﺳﻼﻡ'],
  ],
  Persian: [
    ['كريم', 'کریم'],
    ['علی', 'علي'],
    ['میخواهم', 'می\u200cخواهم'],
    ['خانه', 'خانۀ'],
  ],
  Urdu: [['ہما', 'هما']],
  Hebrew: [['שלום', 'שָׁלוֹם']],
  Devanagari: [
    ['जरा', 'ज़रा'],
    ['सडक', 'स\u0921\u093cक'],
  ],
  Japanese: [
    ['ガクト', 'ｶﾞｸﾄ'],
    ['がくと', 'ガクト'],
    ['すずき', 'スズキ'],
    ['abc 123', 'ＡＢＣ　１２３'],
  ],
  Korean: [['한글', '\u1112\u1161\u11ab\u1100\u1173\u11af']],
  digits: [
    ['2026', '٢٠٢٦'],
    ['2026', '۲۰۲۶'],
    ['2026', '२०२६'],
    ['2026', '২০২৬'],
    ['2026', '๒๐๒๖'],
  ],
  emoji: [
    ['❤', '❤️'],
    ['👍', '👍🏽'],
  ],
};

describe.each(Object.entries(alike))('in %s', (_script, pairs) => {
  test.each(pairs)('%s and %s are one text for a search', async (typed, stored) => {
    expect(foldText(typed)).toBe(foldText(stored));
    expect(await foldedInDatabase([typed, stored])).toEqual([foldText(typed), foldText(stored)]);
  });
});

test.each([
  ['か', 'が'],
  ['안', '아'],
  ['ш', 'щ'],
  ['ب', 'ت'],
  ['0', '１٠'],
])('%s and %s stay two', (one, other) => {
  expect(foldText(one)).not.toBe(foldText(other));
});

test('every character is folded alike here and in the database', async () => {
  // Characters that one of the two does not know yet, in its version of Unicode, have no case and no parts there.
  const known = await queryAsOwner<{ letter: string; folded: string }>(
    server.owner,
    `select chr(n) as letter, fold_text(chr(n)) as folded from generate_series(1, 1114111) n
     where n not between 55296 and 57343 and unicode_assigned(chr(n))`,
  );
  const apart = known.filter(({ letter, folded }) => !/\p{Cn}/u.test(letter) && foldText(letter) !== folded);
  expect(apart).toEqual([]);
  expect(known.length).toBeGreaterThan(100_000);
});

test('so is every text, and what is folded stays as it is', async () => {
  const anyText = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom(...Object.values(alike).flat(2)),
      fc.constantFrom(
        '\u0300',
        '\u0345',
        '\u3099',
        'ﾞ',
        '\u200d',
        '\u0640',
        '\u093c',
        'Σ',
        'İ',
        'ς',
        '\u1161',
        '\u11a8',
      ),
    ),
    { maxLength: 8 },
  );
  const texts = fc.sample(anyText, 3_000).map((parts) => parts.join('').replaceAll('\0', ''));
  expect(await foldedInDatabase(texts)).toEqual(texts.map(foldText));
  for (const text of texts) expect(foldText(foldText(text)), text).toBe(foldText(text));
});

// The longest text that WhatsApp delivers.
test.each(['أَ', 'ガ', '٢', 'é', '\u0301', 'ß', '’'])(
  '65,536 characters of %j are folded in one go',
  async (repeated) => {
    const text = repeated.repeat(65_536).slice(0, 65_536);
    expect(await foldedInDatabase([text])).toEqual([foldText(text)]);
  },
);
