import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRange } from './byte-range.ts';
import { cleanFilename, contentDisposition, filenameForType, nameFromHeader } from './file-names.ts';

describe('names of files', () => {
  test.each([
    ['Warranty card (2).pdf', 'Warranty card (2).pdf'],
    ['Rechnung №5 – März.pdf', 'Rechnung №5 – März.pdf'],
    ['請求書.pdf', '請求書.pdf'],
    ['../../etc/passwd', 'etc_passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['.bashrc', 'bashrc'],
    ['photo\u202Egpj.exe', 'photo_gpj.exe'],
    ['a\u0000b\r\nSet-Cookie: x.png', 'a_b__Set-Cookie_ x.png'],
    ['CON.txt', '_CON.txt'],
    ['name. . ', 'name'],
    ['   ', null],
    ['///', null],
    ['\u200B', null],
  ])('%j is cleaned to %j', (name, clean) => {
    expect(cleanFilename(name)).toBe(clean);
  });

  test('a long one keeps its extension', () => {
    const clean = cleanFilename(`${'ü'.repeat(400)}.pdf`) ?? '';
    expect(clean.endsWith('ü.pdf')).toBe(true);
    expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(200);
  });

  test('never breaks a header or leaves the folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const clean = cleanFilename(name);
        if (clean === null) return;
        expect(clean).not.toMatch(/[/\\\p{Cc}\p{Cf}"]|^\./u);
        expect(contentDisposition('attachment', clean)).toMatch(
          /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/,
        );
        expect(cleanFilename(clean)).toBe(clean);
      }),
    );
  });

  test('headers may be encoded or not', () => {
    expect(nameFromHeader(encodeURIComponent('März.pdf'))).toBe('März.pdf');
    expect(nameFromHeader('100 %.pdf')).toBe('100 %.pdf');
    expect(nameFromHeader(undefined)).toBeNull();
  });
});

describe('the extension of a name matches the bytes', () => {
  test.each([
    ['invoice.pdf', 'application/pdf', 'invoice.pdf'],
    ['INVOICE.PDF', 'application/pdf', 'INVOICE.PDF'],
    ['invoice.pdf.exe', 'application/pdf', 'invoice.pdf.exe.pdf'],
    ['photo', 'image/jpeg', 'photo.jpg'],
    ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
    ['page.html', 'image/png', 'page.html.png'],
    ['invoice.pdf', 'application/x-msdownload', 'invoice.pdf.bin'],
    ['parts.zip', 'application/zip', 'parts.zip'],
    ['prices.csv', 'text/plain', 'prices.csv'],
    ['prices.tsv', 'text/plain', 'prices.tsv'],
    ['run.bat', 'text/plain', 'run.bat.txt'],
    ['invoice.pdf', 'text/plain', 'invoice.pdf.txt'],
    [null, 'image/png', null],
  ])('%s as %s is %s', (name, mimeType, shown) => {
    expect(filenameForType(name, mimeType)).toBe(shown);
  });
});

describe('ranges', () => {
  test.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-1', null],
    ['bytes=0-1,5-6', null],
    ['lines=1-2', null],
    ['bytes=-', null],
    [undefined, null],
  ])('%s of 100 bytes', (header, range) => {
    expect(readRange(header, 100)).toEqual(range);
  });
});
