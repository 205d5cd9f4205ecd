import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileProblem } from './detect.ts';
import { readTable } from './read-table.ts';

async function read(pieces: readonly string[]): Promise<string[][] | string> {
  async function* text(): AsyncGenerator<string> {
    yield* pieces;
  }
  const rows: string[][] = [];
  try {
    for await (const batch of readTable(text(), ',')) rows.push(...batch);
    return rows;
  } catch (error) {
    if (error instanceof FileProblem) return error.message;
    throw error;
  }
}

/** RFC 4180, with the ends of lines mixed as they come. @returns null for what it does not allow */
function readByLibrary(text: string): string[][] | null {
  try {
    const record_delimiter = ['\r\n', '\n', '\r'];
    return parse(text, { delimiter: ',', record_delimiter, relax_column_count: true, skip_empty_lines: true });
  } catch {
    return null;
  }
}

const letter = fc.constantFrom('a', 'é', '€', ' ', ',', ',', '"', '\n', '\n', '\r\n', '\r');
const line = fc.constantFrom('a,b', '"a,\n",b', '', ',', '"', 'a"b', '"a""b",c', '"a"b', '"a\r\nb"');
const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
const anyText = fc.oneof(
  fc.array(letter, { maxLength: 60 }).map((letters) => letters.join('')),
  fc.array(fc.tuple(line, lineEnd), { maxLength: 12 }).map((all) => all.flat().join('')),
);

test('rows equal the library’s wherever the text is split, and so does what the library refuses', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, fc.array(fc.nat({ max: 80 }), { maxLength: 5 }), async (whole, cuts) => {
      const places = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
      const pieces = places.slice(1).map((to, index) => whole.slice(places[index], to));
      const rows = await read(pieces);
      expect(rows).toEqual(readByLibrary(whole) ?? (await read([whole])));
    }),
    { numRuns: 500 },
  );
});

// RFC 4180, section 2: quotes belong around a cell. Spreadsheets read these as people mean them.
test.each([
  ['a name with a nickname', 'Lev "The Spider" Y.,+447700900123', ['Lev "The Spider" Y.', '+447700900123']],
  ['inches', '5" pipe,+447700900123', ['5" pipe', '+447700900123']],
  ['a nickname first', '"The Spider" Y.,+447700900123', ['"The Spider" Y.', '+447700900123']],
  ['inches first', '"5" pipe,"x"', ['"5" pipe', 'x']],
  ['a quoted name with a nickname', '"Y., "The Spider" Lev",1', ['Y., "The Spider" Lev', '1']],
  ['a cell that ends with a quote', 'Lev Y. "Spider",1', ['Lev Y. "Spider"', '1']],
])('quotes that are text stay text: %s', async (_what, written, cells) => {
  expect(await read([`name,phone\n${written}\nBob,2\n`])).toEqual([['name', 'phone'], cells, ['Bob', '2']]);
});

test.each([
  ['the head CRLF, rows LF', 'a,b\r\nc,d\ne,f\ng,h\n'],
  ['the head LF, rows CRLF', 'a,b\nc,d\r\ne,f\r\ng,h\r\n'],
  ['with quotes, the head CRLF', '"a",b\r\n"c",d\n"e",f\n"g","h"\n'],
  ['with quotes, the head LF', '"a",b\n"c",d\r\n"e",f\r\n"g","h"\r\n'],
  ['of an old Mac', 'a,b\rc,d\re,f\r\ng,h'],
])('no row is lost where ends of lines are mixed: %s', async (_what, text) => {
  expect(await read([text])).toEqual(['a,b', 'c,d', 'e,f', 'g,h'].map((row) => row.split(',')));
});

test('a first line that names the delimiter is no row', async () => {
  expect(await read(['sep=,\r\na,b\r\n'])).toEqual([['a', 'b']]);
  expect(await read(['"sep=;"\na,b\n'])).toEqual([['a', 'b']]);
  expect(await read(['separate,b\nsep=,\n'])).toEqual([
    ['separate', 'b'],
    ['sep=', ''],
  ]);
});

test('a line without end is rejected before it fills the memory', async () => {
  const pieces = ['a,b\n', ...Array.from({ length: 40 }, () => 'x'.repeat(65_536))];
  expect(await read(pieces)).toBe('The row at line 2 is larger than 1 MB. Is a quote missing there?');
});

test.each([
  ['and text follows where the next quote is', ['a,b\n', '"c,d\n', 'e,f\n', '"g"h,i\n'], 2],
  ['before the end', ['a,b\n', 'c,d\ne', ',f\n', '"g,h\n', 'i,j\n'], 4],
])('a quote that swallows lines is reported with its line: %s', async (_where, pieces, line) => {
  const said = `Broken quotes at line ${line}: a cell with quotes must begin and end with them.`;
  expect(await read(pieces)).toBe(said);
});
