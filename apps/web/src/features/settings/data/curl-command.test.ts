import { expect, test } from 'vitest';
import { curlCommand, exampleMessage } from './curl-command.ts';

test('a call to copy, each part on a line of its own', () => {
  expect(curlCommand('https://parley.example', 'GET', '/api/threads')).toBe(
    "curl 'https://parley.example/api/threads' \\\n  -H 'Authorization: Bearer wa_live_…'",
  );
  expect(
    curlCommand('https://parley.example', 'POST', '/api/messages', { body: { to: '1' } }).split('\n'),
  ).toHaveLength(4);
});

test('the example names a channel of the account where there is one', () => {
  expect(exampleMessage('c1').channel_id).toBe('c1');
  expect(exampleMessage().channel_id).toBe('CHANNEL-ID');
});
