import type { MediaContent, Message } from '@parley/contract/types';
import { expect, it } from 'vitest';
import { buildMessage } from '../../sync/public-samples.ts';
import { joinAlbums, keyOfMessage } from './albums.ts';
import { layOutTimeline } from './timeline.ts';

const start = Date.parse('2026-11-20T12:00:00.000Z');
const file = (caption?: string): MediaContent => ({
  media_info: { media_id: '1', mime_type: 'image/png', url: '/x', state: 'ready', width: 4, height: 3 },
  ...(caption === undefined ? {} : { caption }),
});
function picture(id: string, afterS: number, changes: Partial<Message> = {}): Message {
  const at = new Date(start + afterS * 1_000).toISOString();
  return buildMessage({ id, timestamp: at, sort_at: at, type: 'image', text: undefined, image: file(), ...changes });
}

/** The ids of each item: those of an album together. */
function shape(messages: readonly Message[]): string[] {
  return layOutTimeline(messages, [], null, 'u1').flatMap((item) => {
    if (item.kind === 'album') return [item.messages.map(({ id }) => id).join('')];
    return item.kind === 'message' ? [item.message.id] : [];
  });
}

it('joins pictures and videos that one sender sent within a minute of each other', () => {
  const video = {
    type: 'video',
    image: undefined,
    video: { media_info: { ...file().media_info, mime_type: 'video/mp4' } },
  };
  expect(shape([picture('a', 0), picture('b', 50, video as Partial<Message>), picture('c', 100)])).toEqual(['abc']);
  expect(shape([picture('a', 0), picture('b', 60)])).toEqual(['a', 'b']);
  const ours = { direction: 'OUTGOING', status: 2 } as const;
  const sent = [picture('b', 1, { ...ours, created_by: 'u1' }), picture('c', 2, { ...ours, created_by: 'u1' })];
  expect(shape([picture('a', 0), ...sent, picture('d', 3, { ...ours, created_by: 'u2' })])).toEqual(['a', 'bc', 'd']);
});

it('is interrupted by other messages, and holds ten', () => {
  expect(
    shape([
      picture('a', 0),
      buildMessage({ id: 't', timestamp: new Date(start + 1_000).toISOString() }),
      picture('b', 2),
    ]),
  ).toEqual(['a', 't', 'b']);
  const many = Array.from({ length: 12 }, (_, at) => picture(String.fromCharCode(97 + at), at));
  expect(shape(many)).toEqual(['abcdefghij', 'kl']);
});

it('has one caption at most, at its beginning or its end', () => {
  const said = (id: string, afterS: number) => picture(id, afterS, { image: file('Look') });
  expect(shape([said('a', 0), picture('b', 1), picture('c', 2)])).toEqual(['abc']);
  expect(shape([picture('a', 0), picture('b', 1), said('c', 2)])).toEqual(['abc']);
  expect(shape([picture('a', 0), said('b', 1), picture('c', 2)])).toEqual(['ab', 'c']);
  expect(shape([said('a', 0), said('b', 1)])).toEqual(['a', 'b']);
});

it('leaves alone what needs a line of its own', () => {
  const alone: Partial<Message>[] = [
    { direction: 'OUTGOING', created_by: 'u1', status: -1, send_state: 'failed' },
    { direction: 'OUTGOING', created_by: 'u1', status: 0, send_state: 'held' },
    { context: { message_id: 'q' } },
    { revoked_at: '2026-11-20T12:01:00.000Z' },
    { forwarded: 'once' },
    { image: { media_info: { ...file().media_info, state: 'provider' } } },
  ];
  for (const changes of alone) {
    const { direction, created_by } = changes;
    const same = direction === undefined ? {} : { direction, created_by };
    expect(shape([picture('a', 0, same), picture('b', 1, changes)]), JSON.stringify(changes)).toEqual(['a', 'b']);
  }
});

it('finds the album of a message, and keeps its key when older pictures come before it', () => {
  const [b, c] = [picture('b', 1), picture('c', 2)];
  const items = layOutTimeline([b, c], [], null, 'u1');
  const longer = layOutTimeline([picture('a', 0), b, c], [], null, 'u1');
  expect([keyOfMessage(items, 'b'), keyOfMessage(longer, 'a'), keyOfMessage(items, 'other')]).toEqual([
    'c',
    'c',
    'other',
  ]);
  expect(joinAlbums(longer)).toEqual(longer);
});
