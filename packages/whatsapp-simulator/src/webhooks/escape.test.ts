import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapedJson } from './escape.ts';

test('is ASCII, escapes slashes and means the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), (text, value) => {
      const escaped = escapedJson({ text, value });
      expect(/^[ -~]*$/.test(escaped)).toBe(true);
      expect(/(?<!\\)\//.test(escaped)).toBe(false);
      expect(JSON.parse(escaped)).toEqual(JSON.parse(JSON.stringify({ text, value })));
    }),
  );
  expect(escapedJson('é/😀')).toBe('"\\u00e9\\/\\ud83d\\ude00"');
});
