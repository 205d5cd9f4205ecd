import { describe, expect, test } from 'vitest';
import { linkAt } from './links.ts';

function linksIn(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; ) {
    const link = linkAt(text, at, text.length);
    if (link !== null) found.push(`${link.text} → ${link.href}`);
    at += link?.text.length ?? 1;
  }
  return found;
}
const one = (text: string) => linksIn(text).map((link) => link.split(' → ')[0]);

describe('a link', () => {
  test.each([
    ['www.example.com/x', 'https://www.example.com/x'],
    ['www.kestrel.bikes', 'https://www.kestrel.bikes/'],
    ['wa.me/447700900123', 'https://wa.me/447700900123'],
    ['shop.example/cart', 'https://shop.example/cart'],
    ['kestrel.co.uk', 'https://kestrel.co.uk/'],
    ['KESTREL.DE', 'https://kestrel.de/'],
    ['kestrel.com:8080?a=b#c', 'https://kestrel.com:8080/?a=b#c'],
    ['münchen.de', 'https://xn--mnchen-3ya.de/'],
    ['президент.рф', 'https://xn--d1abbgf6aiiy.xn--p1ai/'],
    ['mail@example.com', 'mailto:mail@example.com'],
    ['first.last+tag@mail.example.co.uk', 'mailto:first.last+tag@mail.example.co.uk'],
    ['maria_@example.com', 'mailto:maria_@example.com'],
    // ITU-T E.123: international notation.
    ['+44 7700 900123', 'tel:+447700900123'],
    ['+49 (151) 234-567-89', 'tel:+4915123456789'],
    ['+447700900123', 'tel:+447700900123'],
    ['HTTPS://EXAMPLE.COM/A', 'https://example.com/A'],
    ['https://instagram.com/maria_', 'https://instagram.com/maria_'],
    ['https://localhost:3000/x', 'https://localhost:3000/x'],
  ])('%s', (text, href) => {
    for (const [before, after] of [
      ['', ''],
      ['See ', ', please'],
      ['(', ').'],
      ['«', '»'],
      ['Site:', '!'],
      ['تابع ', '، شكرا'],
    ]) {
      expect(linksIn(`${before}${text}${after}`), `${before}${text}${after}`).toEqual([`${text} → ${href}`]);
    }
  });

  test.each([
    ['https://example.com/a*', 'https://example.com/a'],
    ['https://example.com/a~', 'https://example.com/a'],
    ['[https://example.com/a[1]]', 'https://example.com/a[1]'],
    ['{https://example.com}', 'https://example.com'],
    ['(shop.example/a_(b))', 'shop.example/a_(b)'],
    ['https://example.com؟', 'https://example.com'],
    ['https://example.com/سلام؛', 'https://example.com/سلام'],
    ['请看https://example.com/x。谢谢', 'https://example.com/x'],
    ['看 https://example.com/x。谢谢', 'https://example.com/x'],
    ['shop.example/x、', 'shop.example/x'],
    ['“www.example.com”', 'www.example.com'],
    ['\u200fhttps://example.com/x\u200f', 'https://example.com/x'],
    ['www.example.com...', 'www.example.com'],
    ['mail@example.com.', 'mail@example.com'],
  ])('of %j ends where the address does', (text, link) => {
    expect(one(text)).toEqual([link]);
  });
});

test.each([
  'Thank you.Have a nice day',
  'at 10.30.am or 3.50',
  'invoice.pdf and photo.jpg',
  'e.g. this, i.e. that, U.S.A.',
  'javascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'data:text/html,x',
  'ftp://example.com',
  'xhttps://example.com',
  'https://',
  '@example.com',
  'a@b',
  'order +12345',
  '5+447700900123',
  '+1234567890123456',
  'node.js',
  'and/or',
])('no link is in %j', (text) => {
  expect(linksIn(text)).toEqual([]);
});
