import { expect, it } from 'vitest';
import { callbackProblem } from './callback-problem.ts';
import { metaPages } from './meta-pages.ts';

it.each([
  ['http://localhost:45100/webhooks/whatsapp/1', 'loopback'],
  ['http://127.0.0.1:3000/webhooks', 'loopback'],
  ['https://[::1]/webhooks', 'loopback'],
  ['https://192.168.1.20/webhooks', 'private'],
  ['https://10.1.2.3/webhooks', 'private'],
  ['https://172.31.0.5/webhooks', 'private'],
  ['https://172.32.0.5/webhooks', null],
  ['https://100.64.0.1/webhooks', 'private'],
  ['https://[fd00::1]/webhooks', 'private'],
  ['https://parley.kestrel.lan/webhooks', 'private'],
  ['https://parley/webhooks', 'private'],
  ['http://parley.kestrel.example/webhooks', 'http'],
  ['https://parley.kestrel.example/webhooks', null],
  ['https://[2001:db8::1]/webhooks', null],
])('the callback address %s: %s', (address, expected) => {
  expect(callbackProblem(address)).toBe(expected);
});

it('links lead to the app’s own pages once its id is known', () => {
  expect(metaPages('').callback).toBe('https://developers.facebook.com/apps/');
  expect(metaPages('not an id').secret).toBe('https://developers.facebook.com/apps/');
  expect(metaPages(' 1048220177361234 ').secret).toBe(
    'https://developers.facebook.com/apps/1048220177361234/settings/basic/',
  );
});
