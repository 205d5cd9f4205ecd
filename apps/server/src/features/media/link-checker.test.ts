import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FileServer, type ServedFile, startFileServer } from '../../testing/file-server.ts';
import type { LinkedFile } from './find-link-problem.ts';
import { createLinkChecker } from './link-checker.ts';

/* Of what WhatsApp fetches from an address, what it takes: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media */

let server: FileServer;
beforeAll(async () => {
  server = await startFileServer();
});
afterAll(() => server.close());

const picture = (format: 'png' | 'webp' | 'gif') =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer();
let paths = 0;
async function look(file: ServedFile, kind: LinkedFile['kind'] = 'image', account = 'a'): Promise<string | null> {
  const path = `/file-${++paths}`;
  server.files.set(path, file);
  const [problem = null] = await createLinkChecker([server.host])(account, [{ kind, url: server.url(path) }]);
  return problem;
}
const of = (type: string, more: Record<string, string> = {}) => ({ 'content-type': type, ...more });

test('a picture that WhatsApp takes is in order, also where the server does not know its type', async () => {
  const body = await picture('png');
  expect(await look({ headers: of('image/png'), body })).toBeNull();
  expect(await look({ headers: of('application/octet-stream'), body })).toBeNull();
  expect(await look({ headers: of('application/pdf'), body: '%PDF-1.7\n' }, 'document')).toBeNull();
});

test.each([
  [
    'a web page',
    { headers: of('text/html'), body: '<!doctype html><title>Sign in</title>' },
    'A web page is at this address, not a picture.',
  ],
  [
    'a page that calls itself a picture',
    { headers: of('image/png'), body: '<html>Sign in' },
    'A web page is at this address',
  ],
  ['nothing', { status: 404 }, 'Nothing is at this address (status 404).'],
  ['a sign-in', { status: 403 }, 'asks for a sign-in (status 403)'],
  ['an error', { status: 500 }, 'answers with an error (status 500)'],
  ['a redirect without an end', { status: 302 }, 'leads from one to the next'],
  [
    'a file that is too large',
    { headers: of('image/png', { 'content-length': '6000000' }), stops: 'body' as const },
    'a picture may have 5 MB at most',
  ],
  ['a document', { headers: of('application/pdf'), body: '%PDF-1.7\n' }, 'This file is a document, not a picture'],
  [
    'a drawing with programs',
    { headers: of('image/svg+xml'), body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    'A web page is at this address',
  ],
  ['HEIC', { headers: of('image/heic') }, 'WhatsApp takes pictures as JPEG or PNG only.'],
] as const)('what is at the address is named: %s', async (_name, file, words) => {
  expect(await look(file)).toContain(words);
});

test.each(['webp', 'gif'] as const)('%s is no picture for WhatsApp, whatever the server calls it', async (format) => {
  const body = await picture(format);
  expect(await look({ headers: of(`image/${format}`), body })).not.toBeNull();
  expect(await look({ headers: of('image/jpeg'), body })).not.toBeNull();
});

test('redirects are followed, and never into a private network', async () => {
  const body = await picture('png');
  server.files.set('/moved', { headers: of('image/png'), body });
  expect(await look({ status: 302, headers: { location: '/moved' } })).toBeNull();
  expect(await look({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })).toContain('private network');
});

test('without an answer nothing is wrong: WhatsApp may get one', async () => {
  const check = createLinkChecker(['127.0.0.1:1']);
  expect(await check('a', [{ kind: 'image', url: 'http://127.0.0.1:1/a.png' }])).toEqual([null]);
});

test('an address is looked at once a minute, and an account has a rate', async () => {
  server.files.set('/once', { headers: of('image/png'), body: await picture('png') });
  const check = createLinkChecker([server.host]);
  const file = { kind: 'image' as const, url: server.url('/once') };
  for (let n = 0; n < 3; n++) expect(await check('a', [file, file])).toEqual([null, null]);
  expect(server.asked('/once')).toHaveLength(1);
  const many = Array.from({ length: 15 }, (_, n) => ({ ...file, url: server.url(`/none-${n}`) }));
  await check('a', many);
  await expect(check('a', many)).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(await check('b', [{ ...file, url: server.url('/none-0') }])).not.toEqual([null]);
});
