import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundaryOf, MultipartError, readMultipart } from './multipart.ts';

const boundary = '----edge';

/** Reads a body that arrives split at the given offsets. */
async function readCut(body: Buffer, cuts: number[]) {
  const places = [...new Set(cuts.map((cut) => cut % (body.length + 1)))].sort((one, other) => one - other);
  async function* chunks() {
    for (const [index, start] of [0, ...places].entries()) yield body.subarray(start, places[index] ?? body.length);
  }
  const parts: { name: string; filename: string | null; bytes: Buffer }[] = [];
  for await (const event of readMultipart(chunks(), boundary)) {
    const last = parts.at(-1);
    if (event.kind === 'part') parts.push({ name: event.name, filename: event.filename, bytes: Buffer.alloc(0) });
    else if (last) last.bytes = Buffer.concat([last.bytes, event.bytes]);
  }
  return parts;
}

function part(name: string, bytes: Uint8Array): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\nContent-Type: a/b\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]);
}

test('any bytes split anywhere are parsed unchanged', async () => {
  // Parts of boundaries inside the bytes are the hard case.
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    fc.constantFrom('\r\n', '\r\n--', '\r\n----edg', '--', '\r').map((text) => Buffer.from(text)),
  );
  const bytes = fc.array(piece, { maxLength: 12 }).map((pieces) => Buffer.concat(pieces));
  await fc.assert(
    fc.asyncProperty(
      fc.array(bytes, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(), { maxLength: 10 }),
      async (files, cuts) => {
        const body = Buffer.concat([
          ...files.map((file, index) => part(`n${index}`, file)),
          Buffer.from(`--${boundary}--\r\n`),
        ]);
        const parts = await readCut(body, cuts);
        expect(parts.map(({ name }) => name)).toEqual(files.map((_file, index) => `n${index}`));
        expect(parts.every(({ bytes: got }, index) => got.equals(files[index] ?? Buffer.alloc(0)))).toBe(true);
      },
    ),
  );
});

test.each([
  ['cut off', `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nabc`],
  ['no boundary', 'abc'],
  ['no name', `--${boundary}\r\nContent-Type: a/b\r\n\r\nabc\r\n--${boundary}--`],
  ['broken boundary', `--${boundary}xx`],
])('rejects a body with %s', async (_name, body) => {
  await expect(readCut(Buffer.from(body), [])).rejects.toThrow(MultipartError);
});

test('finds the boundary', () => {
  expect(boundaryOf('multipart/form-data; boundary=abc')).toBe('abc');
  expect(boundaryOf('Multipart/Form-Data; charset=utf-8; boundary="a b"')).toBe('a b');
  expect(boundaryOf('application/json')).toBeNull();
  expect(boundaryOf(undefined)).toBeNull();
});
