import type { ContactImport } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { type Imports, importsOf } from '../../../testing/imports.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createTeam, type Team } from '../../../testing/team.ts';
import { decodeSample, detectEncoding } from './detect-encoding.ts';

let server: TestServer;
let team: Team;
let imports: Imports;
beforeAll(async () => {
  server = await testServer();
  team = await createTeam(server);
  imports = await importsOf(server, team);
});
afterAll(() => server.close());

const samples = (row: ContactImport) => row.columns.map((column) => column.samples);
const added = async (row: ContactImport, rules = {}) => {
  await imports.map(row, rules);
  await imports.settled(row.id);
  await team.call(team.owner, 'POST', `/imports/${row.id}/start`);
  return imports.settled(row.id);
};
const isThere = async (phone: string) =>
  (await team.call<object[]>(team.owner, 'GET', `/contacts/multi?phone_number=${phone}`)).body.length === 1;

describe('letters', () => {
  test.each(['utf16le', 'utf16be'] as const)('two bytes each without a byte order mark, %s', async (order) => {
    const bytes = Buffer.from('Name\tPhone\nZoë\t+447700900501\n', 'utf16le');
    const row = await imports.upload(order === 'utf16le' ? bytes : bytes.swap16());
    expect(row).toMatchObject({ state: 'mapping', encoding: order === 'utf16le' ? 'utf-16le' : 'utf-16be', rows: 1 });
    expect(samples(row)[0]).toEqual(['Zoë']);
  });

  test.each([
    ['windows-1251', 'cfb8f2f0', 'Пётр'],
    ['windows-1250', 'a3f3649f', 'Łódź'],
    ['windows-1254', 'dde7ec', 'İçì'],
    ['windows-1256', 'e1ede1ec', 'ليلى'],
    ['gb18030', 'cdf5cbd8', '王素'],
    ['shift_jis', '93798cb4', '土原'],
    ['euc-kr', 'b1e8bcf6', '김수'],
  ])('of %s, chosen manually', async (encoding, hex, name) => {
    const file = Buffer.concat([Buffer.from('Name;Phone\n'), Buffer.from(hex, 'hex'), Buffer.from(';+447700900502\n')]);
    const row = await imports.upload(file, { encoding });
    expect(row).toMatchObject({ state: 'mapping', encoding });
    expect(samples(row)[0]).toEqual([name]);
  });
});

// The bytes are what Excel writes in these countries ("Code page identifiers" by Microsoft).
describe('letters of a code page nobody chose', () => {
  const inPage = (page: string, text: string) => {
    const decode = new TextDecoder(page);
    const places = new Map(Array.from({ length: 256 }, (_none, byte) => [decode.decode(Uint8Array.of(byte)), byte]));
    return Buffer.from([...text].map((letter) => places.get(letter) ?? 63));
  };
  test.each([
    ['windows-1256', 'GB', 'ليلى أحمد', 'محمد علي'],
    ['windows-1256', 'EG', 'ليلى', 'علي'],
    ['windows-1251', 'GB', 'Пётр Иванов', 'Анна Смирнова'],
    ['windows-1251', 'UA', 'Їжак', 'Олена'],
    ['windows-1251', 'GB', ...Array.from({ length: 2_000 }, () => 'Имя')],
    ['windows-1256', 'GB', ...Array.from({ length: 2_000 }, () => 'نعم')],
    ['windows-1254', 'TR', 'Şükrü', 'Ayşe'],
    ['windows-1250', 'PL', 'Łukasz', 'Żółć'],
    ['windows-1252', 'GB', 'Zoë', 'José'],
    ['windows-1252', 'TR', 'François Lefèvre', 'João Conceição'],
  ])('%s in %s: %s', async (page, country, ...names) => {
    const file = inPage(page, `Name;Phone\n${names.map((name) => `${name};+447700900123`).join('\n')}\n`);
    expect(decodeSample(file, await detectEncoding(file, country))).toContain(names.join(';+447700900123\n'));
  });
});

describe('vCards', () => {
  test('of old phones: bytes as quoted-printable, over several lines', async () => {
    const card = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=84nne=20M=C3=BCller;;;;',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=84nne =',
      'M=C3=BCller',
      'TEL;CELL:+49 1512 3456711',
      'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQ==',
      '',
      'ORG;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:B=E4ckerei',
      'END:VCARD',
      '',
    ].join('\r\n');
    const row = await imports.upload(card);
    expect(row).toMatchObject({ state: 'mapping', format: 'vcard', rows: 1 });
    expect(samples(row)).toEqual([['Änne Müller'], ['+49 1512 3456711'], [], ['Bäckerei']]);
  });

  test('of new ones: groups, grouped numbers, and a contact without one', async () => {
    const cards = [
      'BEGIN:VCARD\nVERSION:4.0\nFN:Ada\\, the first\nTEL;VALUE=uri;TYPE="home,voice":tel:+44-20-7946-0011',
      'item1.TEL;TYPE=cell;VALUE=uri:tel:+44-7700-900512\nEND:VCARD\nBEGIN:VCARD\nVERSION:4.0\nFN:Nobody\nEND:VCARD\n',
    ].join('\n');
    const row = await imports.upload(cards);
    expect(samples(row).slice(0, 2)).toEqual([['Ada, the first', 'Nobody'], ['+44-7700-900512']]);
    expect((await added(row)).result).toMatchObject({ added: 1, rejected: 1 });
    expect(await isThere('447700900512')).toBe(true);
  });
});

describe('numbers survive', () => {
  test.each([
    ['a plus', '+447700900521', '447700900521'],
    ['two zeros', '00447700900522', '447700900522'],
    ['a zero of home', '07700900523', '447700900523'],
    ['the quote of a table program', "'+447700900524", '447700900524'],
    ['marks of direction from an address book', '\u202a+44 7700 900525\u202c', '447700900525'],
    ['hard spaces and long dashes', '+44\u00a07700\u2011900526', '447700900526'],
    ['15 digits', '+431234567890527', '431234567890527'],
    ['a quantity with all its digits', '4.47700900529E11', '447700900529'],
    ['a quantity of home with all its digits', '7.700900530E+9', '447700900530'],
    ['15 digits without a plus', '431234567890528', '431234567890528'],
  ])('%s', async (_what, written, digits) => {
    const done = await added(await imports.upload(`Phone,Name\n"${written}",Ada\n`));
    expect(done.result, JSON.stringify(await imports.problems(done.id))).toMatchObject({ added: 1, rejected: 0 });
    expect(await isThere(digits)).toBe(true);
  });

  test('as numbers and as text of a spreadsheet', async () => {
    const sheet = await writeXlsxFile([
      [{ value: 'Phone' }, { value: 'Code' }],
      [{ value: 447700900531 }, { value: '0042' }],
      [{ value: '07700900532' }, { value: 42 }],
      [{ value: 431234567890533 }, { value: 1.5 }],
    ]).toBuffer();
    const row = await imports.upload(sheet);
    expect(samples(row)).toEqual([
      ['447700900531', '07700900532', '431234567890533'],
      ['0042', '42', '1.5'],
    ]);
    expect((await added(row)).result).toMatchObject({ added: 3, rejected: 0 });
    for (const digits of ['447700900531', '447700900532', '431234567890533']) expect(await isThere(digits)).toBe(true);
  });

  test.each(['4.47701E+11', '4,47701E+11', '4.477E11'])('and one that did not is reported: %s', async (written) => {
    const row = await imports.check(`Phone;Name\n${written};Ada\n`);
    expect(await imports.problems(row.id)).toMatchObject([
      { code: 'phone_invalid', msg: 'Rounded by a table program: its last digits are lost.', suggestion: null },
    ]);
  });
});

describe('a column with the countries of numbers', () => {
  test.each([
    ['a code', '91', '9876543541', '919876543541'],
    ['a code with a plus', '+65', '81234542', '6581234542'],
    ['a number that has the code already', '91', '919876543543', '919876543543'],
    ['a name of two letters', 'ng', '08031234544', '2348031234544'],
    ['a number with a plus of its own', '91', '+447700900545', '447700900545'],
    ['nothing', '', '07700900546', '447700900546'],
  ])('%s', async (_what, code, written, digits) => {
    const row = await imports.upload(`Country Code,Phone Number\n${code},${written}\n+44,07700900549\n`);
    expect(row.columns.map(({ suggestion }) => suggestion.target)).toEqual(['phone_code', 'phone']);
    await added(row);
    expect(await isThere(digits)).toBe(true);
  });

  test('an invalid number there is reported, and not turned into one', async () => {
    const row = await imports.check(
      'Country Code,Phone,Name\n44,07700 9OO551,Letters\n44,4.47701E+11,Rounded\n44,12,Short\n33,+33639981252,Camille\n44,0639984107,Leila\n',
    );
    expect(row.check).toMatchObject({ new: 1, invalid: 4 });
    expect((await imports.problems(row.id)).map(({ row: number, suggestion }) => [number, suggestion])).toEqual([
      [1, '+447700900551'],
      [2, null],
      [3, null],
      [5, '+33639984107'],
    ]);
  });

  test('a column of the same name with other contents is a field', async () => {
    const row = await imports.upload('Country Code,Phone\nNorth-West,+447700900548\n');
    expect(row.columns[0]?.suggestion).toEqual({ target: 'field', field: 'Country Code' });
  });
});

test('a spreadsheet of many rows arrives in parts and complete', async () => {
  const sheet = await writeXlsxFile([
    [{ value: 'Phone' }],
    ...Array.from({ length: 3_456 }, (_none, n) => [{ value: `+4477${40_000_000 + n}` }]),
  ]).toBuffer();
  const row = await imports.check(sheet);
  expect(row).toMatchObject({ format: 'xlsx', rows: 3_456, check: { new: 3_456, invalid: 0, duplicates: 0 } });
});

describe('quotes that only make sense with the right separator', () => {
  test('line breaks in the first column', async () => {
    const row = await imports.upload('Note,Phone\n"first\nsecond",+447700900531\n');
    expect(row, row.error ?? '').toMatchObject({ state: 'mapping', format: 'csv', delimiter: ',' });
    expect(samples(row)).toEqual([['first\nsecond'], ['+447700900531']]);
  });

  test('in a file that is no text with separators', async () => {
    const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nNOTE:a,"b\n c"d\nTEL;TYPE=CELL:+447700900532\nEND:VCARD\n';
    const row = await imports.upload(card);
    expect(row, row.error ?? '').toMatchObject({ state: 'mapping', format: 'vcard' });
  });
});
