import { expect, test } from 'vitest';
import { MultipartError, readMultipart } from './multipart.ts';

const body = Buffer.from(
  [
    '--edge\r\nContent-Disposition: form-data; name="type"\r\n\r\na/b\r\n',
    '--edge\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n\r\n--edg\r--\r\n\r\n--edge--\r\n',
  ].join(''),
);

async function partsOf(chunks: Buffer[]) {
  const parts: { name: string; text: string }[] = [];
  for await (const event of readMultipart(
    (async function* () {
      yield* chunks;
    })(),
    'edge',
  )) {
    const last = parts.at(-1);
    if (event.kind === 'part') parts.push({ name: event.name, text: '' });
    else if (last !== undefined) last.text += event.bytes.toString();
  }
  return parts;
}

test('a form is read the same wherever its bytes are split', async () => {
  const whole = await partsOf([body]);
  expect(whole.map(({ name }) => name)).toEqual(['type', 'file']);
  expect(whole[1]?.text).toBe('\r\n--edg\r--\r\n');
  for (let at = 1; at < body.length; at++) {
    expect(await partsOf([body.subarray(0, at), body.subarray(at)])).toEqual(whole);
  }
  await expect(partsOf([body.subarray(0, 60)])).rejects.toThrow(MultipartError);
});
