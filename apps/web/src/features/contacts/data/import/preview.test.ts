import { describe, expect, test } from 'vitest';
import { cutRows, previewFile } from './preview.ts';

describe('the preview of a file', () => {
  test.each([
    [
      'commas and quotes',
      'Name,Phone\r\n"Ada, L.","+44 ""1"""\r\n\r\nBen,2',
      [
        ['Name', 'Phone'],
        ['Ada, L.', '+44 "1"'],
        ['Ben', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b\n1;2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a cell of two lines',
      'a,b\n"x\ny",2\n',
      [
        ['a', 'b'],
        ['x\ny', '2'],
      ],
    ],
  ])('%s', async (_what, text, rows) => {
    expect(await previewFile(new Blob([text]))).toEqual(rows);
  });

  test('other encodings', async () => {
    expect(await previewFile(new Blob([new Uint8Array([0x5a, 0x6f, 0xeb, 0x2c, 0x31])]))).toEqual([['Zoë', '1']]);
    expect(await previewFile(new Blob([new Uint8Array([0xff, 0xfe, 0x5a, 0, 0x2c, 0, 0x31, 0])]))).toEqual([
      ['Z', '1'],
    ]);
  });

  test('spreadsheets and vCards have no preview', async () => {
    expect(await previewFile(new Blob([new Uint8Array([0x50, 0x4b, 3, 4])]))).toBeNull();
    expect(await previewFile(new Blob(['BEGIN:VCARD\nEND:VCARD']))).toBeNull();
  });

  test('reads no more rows than are shown', () => {
    expect(cutRows('a\n'.repeat(1_000), ',')).toHaveLength(201);
  });
});
