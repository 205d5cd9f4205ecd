import type { Note } from '@parley/contract/types';
import { describe, expect, it } from 'vitest';
import type { NoteEntry, OutboxEntry } from '../../sync/public.ts';
import { buildMessage } from '../../sync/public-samples.ts';
import { layOutTimeline, unreadMarkOf } from './timeline.ts';
import type { TimelineItem } from './timeline-item.ts';

function shape(items: readonly TimelineItem[]): string[] {
  return items.map((item) => {
    if (item.kind === 'message' || item.kind === 'waiting') {
      return `${item.key}${item.first ? ' first' : ''}${item.last ? ' last' : ''}`;
    }
    if (item.kind === 'note' || item.kind === 'waiting-note') return `${item.key}${item.first ? ' first' : ''}`;
    return item.kind === 'unread' ? `unread ${item.count}` : item.kind;
  });
}

const at = (clock: string, day = 20) => new Date(2026, 10, day, ...clockParts(clock)).toISOString();
function clockParts(clock: string): [number, number] {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return [hours, minutes];
}

function entry(id: string, type: 'text' | 'reaction' = 'text'): OutboxEntry {
  const body = { id, thread_id: 'thread-1', channel_id: 'c', source: 'INBOX', type, text: { body: id } } as const;
  return { id, thread_id: 'thread-1', order: 1, created_at: at('10:30'), body, state: 'queued' };
}

describe('the timeline', () => {
  it('separates days, authors and pauses', () => {
    const messages = [
      buildMessage({ id: 'a', timestamp: at('23:58', 19) }),
      buildMessage({ id: 'b', timestamp: at('00:01') }),
      buildMessage({ id: 'c', timestamp: at('00:02') }),
      buildMessage({ id: 'd', timestamp: at('00:30') }),
      buildMessage({ id: 'e', timestamp: at('00:31'), direction: 'OUTGOING', created_by: 'u1' }),
      buildMessage({ id: 'f', timestamp: at('00:32'), direction: 'OUTGOING', created_by: 'bot' }),
      buildMessage({ id: 'g', timestamp: at('00:33'), type: 'system' }),
    ];
    expect(shape(layOutTimeline(messages, [], null, 'u1'))).toEqual([
      'day',
      'a first last',
      'day',
      'b first',
      'c last',
      'd first last',
      'e first last',
      'f first last',
      'system',
    ]);
  });

  it('puts queued messages at the end, until the server’s row replaces them', () => {
    const messages = [buildMessage({ id: 'a', timestamp: at('10:29') })];
    const waiting = [entry('x'), entry('y'), entry('z', 'reaction')];
    expect(shape(layOutTimeline(messages, waiting, null, 'u1'))).toEqual(['day', 'a first last', 'x first', 'y last']);
    const echoed = [
      ...messages,
      buildMessage({ id: 'x', timestamp: at('10:30'), direction: 'OUTGOING', created_by: 'u1' }),
    ];
    expect(shape(layOutTimeline(echoed, waiting, null, 'u1'))).toEqual(['day', 'a first last', 'x first', 'y last']);
  });

  it('puts notes at their time, between the groups of messages, and queued ones at the end', () => {
    const note = (id: string, time: string, by = 'u2'): Note => ({
      id,
      thread_id: 'thread-1',
      body: id,
      mentions: { user_ids: [], group_ids: [] },
      created_at: at(time),
      created_by: by,
      version: 1,
    });
    const waits = (id: string, order: number): NoteEntry => ({
      id,
      kind: 'note',
      thread_id: 'thread-1',
      order,
      created_at: at('10:30'),
      state: 'queued',
      body: { id, thread_id: 'thread-1', body: id, mentions: { user_ids: [], group_ids: [] } },
    });
    const messages = [
      buildMessage({ id: 'a', timestamp: at('10:00') }),
      buildMessage({ id: 'b', timestamp: at('10:01') }),
      buildMessage({ id: 'c', timestamp: at('10:02') }),
    ];
    const notes = {
      loaded: [note('before', '09:59'), note('same', '10:01'), note('joined', '10:01'), note('other', '10:01', 'u1')],
      waiting: [waits('same', 3), waits('late', 4)],
    };
    const items = layOutTimeline(messages, [{ ...entry('x'), order: 5 }], null, 'u1', notes);
    expect(shape(items)).toEqual([
      'day',
      'before first',
      'a first',
      'b last',
      'same first',
      'joined',
      'other first',
      'c first last',
      'late first',
      'x first last',
    ]);
    expect(items.filter(({ kind }) => kind === 'waiting-note')).toHaveLength(1);
  });

  it('marks the first unread message and begins a group there', () => {
    const messages = [
      buildMessage({ id: 'a', timestamp: at('10:00') }),
      buildMessage({ id: 'b', timestamp: at('10:01') }),
      buildMessage({ id: 'c', timestamp: at('10:02'), direction: 'OUTGOING' }),
      buildMessage({ id: 'd', timestamp: at('10:03') }),
    ];
    const mark = unreadMarkOf(messages, 2, false);
    expect(mark).toEqual({ messageId: 'b', count: 2 });
    expect(shape(layOutTimeline(messages, [], mark, 'u1'))).toEqual([
      'day',
      'a first last',
      'unread 2',
      'b first last',
      'c first last',
      'd first last',
    ]);
    // What WhatsApp says about the customer is not unread.
    const notice = buildMessage({ id: 'e', timestamp: at('10:04'), type: 'system' });
    expect(unreadMarkOf([...messages, notice], 2, false)).toEqual({ messageId: 'b', count: 2 });
    // Nor is a call that was taken.
    const call = { type: 'call' as const, timestamp: at('10:05') };
    const taken = buildMessage({ ...call, id: 'f', call: { outcome: 'answered', seconds: 61 } });
    const missed = buildMessage({ ...call, id: 'g', call: { outcome: 'missed' } });
    expect(unreadMarkOf([...messages, taken], 1, false)).toEqual({ messageId: 'd', count: 1 });
    expect(unreadMarkOf([...messages, missed], 1, false)).toEqual({ messageId: 'g', count: 1 });
    expect(unreadMarkOf(messages, 9, true)).toEqual({ messageId: 'a', count: 9 });
    expect(unreadMarkOf(messages, 9, false)).toBeNull();
    expect(unreadMarkOf(messages, 0, true)).toBeNull();
  });
});
