import { describe, expect, test } from 'vitest';
import { csvLine, plainCsv, unmarked } from './csv.ts';

const protectedCsv = { ...plainCsv, protect_numbers: true };
const cell = (value: string, style = plainCsv) => csvLine([value], style).slice(0, -2);

// https://owasp.org/www-community/attacks/CSV_Injection
describe('what a spreadsheet would run as a formula is text', () => {
  test.each([...'=+-@\t\r\n', ...'＝＋－＠'])('beginning with %j', (sign) => {
    expect(cell(`${sign}1+1`).replace(/^"/, '')).toBe(
      `'${sign}1+1`.replaceAll('"', '""') + (/\s/.test(sign) ? '"' : ''),
    );
  });

  test('a phone number keeps its plus: it is a number, whatever a spreadsheet makes of it', () => {
    expect(cell('+447700900118')).toBe('+447700900118');
  });
});

describe('a cell that was read is the cell that was written', () => {
  test.each([
    ...[
      'Ada',
      '',
      '007',
      '+447700900118',
      '=1+1',
      '＝1+1',
      '\t=1',
      "'=1",
      "''007",
      "'90s",
      "'s-Gravenweg 12",
      "'t Hof 5",
    ],
    ...[
      '4711471147114711',
      'TRUE',
      '1E5',
      '3-4',
      '4 mars 2026',
      'R$ 5',
      '٠٧٧',
      '"quoted", then; some',
      'line\r\nbreak',
    ],
  ])('%j', (value) => {
    for (const style of [plainCsv, protectedCsv]) {
      for (const delimiter of [',', ';', '\t'] as const) {
        const written = cell(value, { ...style, delimiter });
        const read = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
        expect(unmarked(read)).toBe(value);
      }
    }
  });

  test('an apostrophe of a name stays, of any program’s file', () => {
    for (const name of ["'s-Gravenweg 12", "'t Hof 5", "'n Roll", "O'Neil"]) expect(unmarked(name)).toBe(name);
    for (const code of ["'007", "'+447700900118"]) expect(unmarked(code)).toBe(code.slice(1));
  });
});

describe('numbers protected from spreadsheets', () => {
  test.each(['007', '+447700900118', '4711471147114711', 'true', '1E5', '3-4', 'MARCH1', 'Dec 4, 2026', '$5', '５'])(
    '%s has an apostrophe before it',
    (value) => {
      expect(cell(value, protectedCsv).replaceAll('"', '')).toBe(`'${value}`);
      expect(cell(value).replaceAll('"', '')).toBe(value);
    },
  );

  test.each(['Ada', 'Zone North', 'a1@example.com', 'Truesdale'])('%s has none', (value) => {
    expect(cell(value, protectedCsv)).toBe(value);
  });
});

test('cells stay apart in a spreadsheet that expects another delimiter', () => {
  for (const value of ['a,b', 'a;b', 'a\tb']) expect(cell(value)).toBe(`"${value}"`);
});
