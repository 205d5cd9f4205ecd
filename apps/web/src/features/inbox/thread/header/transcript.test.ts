import type { Message } from '@parley/contract/types';
import { expect, test } from 'vitest';
import { reachedCustomer, readAllMessages, transcriptName, transcriptText } from './transcript.ts';

test('a transcript has one entry for each message, with its further lines indented', () => {
  const lines = [
    { at: '24 November 2026, 09:52', author: 'Amara', text: 'Is it ready?' },
    { at: '24 November 2026, 09:53', author: 'Mateo Ruiz', text: 'Yes.\nWe are open until six.' },
  ];
  expect(transcriptText('Amara · Kestrel shop', lines)).toBe(
    'Amara · Kestrel shop\n\n[24 November 2026, 09:52] Amara: Is it ready?\n[24 November 2026, 09:53] Mateo Ruiz: Yes.\n    We are open until six.\n',
  );
});

test('the name of the file keeps letters of every script and nothing that a file system refuses', () => {
  expect(transcriptName('../佐藤 美咲:?', '2026-11-24')).toBe('佐藤 美咲 2026-11-24.txt');
  for (const name of ['अमित हिंदी', 'สมหญิง ใจดี', 'أَحْمَد']) expect(transcriptName(name, 'd')).toBe(`${name} d.txt`);
  expect(transcriptName('***', '2026-11-24')).toBe('conversation 2026-11-24.txt');
});

test('all pages are read, and the oldest message comes first', async () => {
  const pages = new Map([
    [undefined, { data: [{ id: 'c' }, { id: 'b' }] as Message[], next_cursor: 'x' }],
    ['x', { data: [{ id: 'a' }] as Message[], next_cursor: null }],
  ]);
  const read = async (cursor: string | undefined) => pages.get(cursor as never) ?? { data: [], next_cursor: null };
  expect((await readAllMessages(read)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('what never left is no part of it: failed, on hold, waiting and discarded messages', () => {
  const ours = (status: number, send_state: string) =>
    reachedCustomer({ direction: 'OUTGOING', status, send_state } as Message);
  expect(reachedCustomer({ direction: 'INCOMING', status: 2, send_state: null } as Message)).toBe(true);
  expect([ours(1, 'accepted'), ours(3, 'accepted'), ours(0, 'unknown')]).toEqual([true, true, true]);
  for (const state of ['waiting', 'started', 'held', 'discarded']) expect(ours(0, state), state).toBe(false);
  expect(ours(-1, 'failed')).toBe(false);
});
