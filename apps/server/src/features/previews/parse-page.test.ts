import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { firstAddress } from '@parley/contract/whatsapp-text';
import { expect, onTestFinished, test } from 'vitest';
import { parsePage } from './parse-page.ts';

test.each([
  ['See https://example.com/a?b=1, please', 'https://example.com/a?b=1'],
  ['(http://example.com/x).', 'http://example.com/x'],
  ['*https://one.example* and https://two.example', 'https://one.example'],
  ['the shop is shop.example/cart now', 'https://shop.example/cart'],
  ['write to mail@example.com or +44 7700 900123', null],
  ['`https://example.com` is code', null],
  ['https://instagram.com/maria_', 'https://instagram.com/maria_'],
  ['https://example.com/a، شكرا', 'https://example.com/a'],
  ['ftp://example.com', null],
  ['https://', null],
  [`https://example.com/${'a'.repeat(2_100)}`, null],
])('the first address of %j is %j', (text, address) => {
  expect(firstAddress(text)).toBe(address);
});

const page = 'https://shop.example/bikes/';

test('a page is read by what it says for previews, else by its title', () => {
  const html = `<!doctype html><title>Shop</title><meta name=description content="All bikes">
    <META content='Bells &amp; &#8220;more&#x201d;' property="og:title"><meta property="og:image" content="../bell.png">`;
  expect(parsePage(html, page)).toEqual({
    title: 'Bells & “more”',
    description: 'All bikes',
    imageUrl: 'https://shop.example/bell.png',
  });
  expect(parsePage('<title>\n Only\n a title </title>', page)).toEqual({
    title: 'Only a title',
    description: null,
    imageUrl: null,
  });
});

test('nothing invisible, no overlong text and no other scheme comes from a page', () => {
  const html = `<title>a\u202eb\u0000c${'x'.repeat(400)}</title><meta property="og:image" content="javascript:alert(1)">`;
  const facts = parsePage(html, page);
  expect(facts?.title).toMatch(/^abcx+…$/);
  expect([...(facts?.title ?? '')]).toHaveLength(200);
  expect(facts?.imageUrl).toBeNull();
  expect(parsePage('<p>No title', page)).toBeNull();
});

const readsPages = `
  const { parentPort, workerData } = require('node:worker_threads');
  void import(workerData.module).then(({ parsePage }) => {
    for (const { piece, bytes } of workerData.pages) parsePage(piece.repeat(bytes / piece.length), 'https://shop.example/');
    parentPort.postMessage('read');
  });`;

test('a page made to be slow is read to its end', async () => {
  const pieces = ['<meta ', '<meta content="', '<title', '<meta a=', '&#x', '<meta content=a '];
  // Eight times what is read of a page: reading in quadratic time would take hours. A thread can be ended meanwhile.
  const pages = pieces.map((piece) => ({ piece, bytes: 8 * 512 * 1024 }));
  const module = new URL('./parse-page.ts', import.meta.url).href;
  const thread = new Worker(readsPages, { eval: true, workerData: { module, pages } });
  onTestFinished(async () => void (await thread.terminate()));
  expect(await once(thread, 'message')).toEqual(['read']);
});
