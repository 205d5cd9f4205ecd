import { matchesThread } from '@parley/contract/threads';
import type { Note } from '@parley/contract/types';
import { describe, expect, it } from 'vitest';
import { readableNumber } from '../../contacts/public.ts';
import type { NoteEntry, OutboxEntry } from '../../sync/public.ts';
import { buildMessage, buildThread } from '../../sync/public-samples.ts';
import { authorLabelOf } from './author-label.ts';
import { reverseOf } from './bulk-changes.ts';
import { filterConditions, isFiltered, parseListFilter, writeListFilter } from './list-filter.ts';
import { parseListWidth } from './list-width.ts';
import { messageNoticeOf, noticeChangesInMs } from './message-notice.ts';
import { noSelection, toggleSelected } from './selection.ts';
import { snoozeTime } from './snooze-times.ts';
import { layOutTimeline, unreadMarkOf } from './timeline.ts';
import type { TimelineItem } from './timeline-item.ts';
import { changeOfMove } from './use-move-thread.ts';
import { conditionsOfView, matchesView, parseView, viewQuery } from './views.ts';
import { closedSince, urgentLeftOf } from './window-left.ts';

const users = new Map([
  ['u1', { name: 'Mateo Ruiz' }],
  ['u2', { name: 'Dana Whitfield' }],
  ['api-person', { name: 'Apia Person' }],
]);

describe('the author label', () => {
  it.each([
    ['bot', { kind: 'bot' }],
    ['webhook', { kind: 'bot' }],
    ['agent', { kind: 'agent' }],
    ['u1', { kind: 'you', name: 'Mateo Ruiz' }],
    ['u2', { kind: 'person', name: 'Dana Whitfield' }],
    ['api-person', { kind: 'person', name: 'Apia Person' }],
    ['api:018f', { kind: 'key', id: 'api:018f' }],
    ['u9', { kind: 'unknown' }],
  ])('of %s is %j', (createdBy, label) => {
    expect(authorLabelOf(createdBy, (id) => users.get(id), 'u1')).toEqual(label);
  });
});

const noon = Date.parse('2026-11-20T12:00:00.000Z');
const ago = (seconds: number) => new Date(noon - seconds * 1000).toISOString();

describe('the notice below a message that was not simply sent', () => {
  const waiting = { direction: 'OUTGOING', status: 0, send_state: 'waiting' } as const;
  const unknown = { direction: 'OUTGOING', status: 0, send_state: 'unknown' } as const;

  it('says that it is queued after 10 s and why after 60 s', () => {
    const reason = { waiting_reason: 'WhatsApp asked us to slow down.' };
    expect(messageNoticeOf({ ...waiting, ...reason, created_at: ago(9.9) }, noon)).toBeNull();
    expect(messageNoticeOf({ ...waiting, ...reason, created_at: ago(10) }, noon)).toEqual({
      kind: 'queued',
      reason: null,
    });
    expect(messageNoticeOf({ ...waiting, ...reason, created_at: ago(60) }, noon)).toEqual({
      kind: 'queued',
      reason: 'WhatsApp asked us to slow down.',
    });
  });

  it('asks about an unknown outcome after 10 minutes, not before', () => {
    expect(messageNoticeOf({ ...unknown, created_at: ago(599) }, noon)).toBeNull();
    expect(messageNoticeOf({ ...unknown, created_at: ago(600) }, noon)).toEqual({ kind: 'unknown' });
  });

  it('has reason and next step of a failure, and the reason for a hold', () => {
    const error = {
      code: 'whatsapp_131026',
      provider_code: 131026,
      message: 'Cannot receive',
      next_step: 'Check it.',
      provider_title: 'Message undeliverable',
      details: 'The recipient has no WhatsApp',
    };
    expect(messageNoticeOf({ ...waiting, status: -1, send_state: 'failed', error, created_at: ago(1) }, noon)).toEqual({
      kind: 'failed',
      reason: 'Cannot receive.',
      nextStep: 'Check it.',
      place: 'number',
      details: '#131026 · Message undeliverable · The recipient has no WhatsApp',
    });
    expect(
      messageNoticeOf({ ...waiting, send_state: 'held', held_reason: 'window_closed', created_at: ago(1) }, noon),
    ).toEqual({ kind: 'held', reason: 'window_closed' });
  });

  it('names who discarded a message, and does not change by time', () => {
    const discarded = {
      ...waiting,
      send_state: 'discarded' as const,
      discarded: { at: ago(1), by: 'somebody' },
      created_at: ago(1),
    };
    expect(messageNoticeOf(discarded, noon)).toEqual({ kind: 'discarded', by: 'somebody' });
    expect(noticeChangesInMs(discarded, noon)).toBeNull();
  });

  it('is absent for delivered, sent and received messages', () => {
    for (const status of [1, 2, 3, 4] as const) {
      expect(messageNoticeOf({ ...unknown, status, created_at: ago(9999) }, noon)).toBeNull();
    }
    expect(messageNoticeOf({ ...waiting, direction: 'INCOMING', created_at: ago(9999) }, noon)).toBeNull();
  });

  it('knows when it changes', () => {
    expect(noticeChangesInMs({ ...waiting, created_at: ago(3) }, noon)).toBe(7_000);
    expect(noticeChangesInMs({ ...waiting, created_at: ago(30) }, noon)).toBe(30_000);
    expect(noticeChangesInMs({ ...waiting, created_at: ago(90) }, noon)).toBeNull();
    expect(noticeChangesInMs({ ...unknown, created_at: ago(0) }, noon)).toBe(600_000);
    expect(noticeChangesInMs({ ...waiting, status: 1, created_at: ago(3) }, noon)).toBeNull();
  });
});

describe('the reply window as text', () => {
  const incoming = { ...buildThread({ id: 't' }), last_message: { direction: 'INCOMING' } } as ReturnType<
    typeof buildThread
  >;
  const inMinutes = (minutes: number) => new Date(noon + minutes * 60_000).toISOString();

  it('replaces the time under 6 hours while unanswered', () => {
    expect(urgentLeftOf({ ...incoming, window_expires_at: inMinutes(41) }, noon)).toEqual({
      kind: 'last',
      hours: 0,
      minutes: 41,
    });
    expect(urgentLeftOf({ ...incoming, window_expires_at: inMinutes(230) }, noon)).toEqual({
      kind: 'soon',
      hours: 3,
      minutes: 50,
    });
    expect(urgentLeftOf({ ...incoming, window_expires_at: inMinutes(361) }, noon)).toBeNull();
    expect(urgentLeftOf({ ...incoming, window_expires_at: inMinutes(0) }, noon)).toBeNull();
    expect(urgentLeftOf({ last_message: null, window_expires_at: inMinutes(41) }, noon)).toBeNull();
  });

  it('says how long it has been closed', () => {
    expect(closedSince(null, noon)).toBeNull();
    expect(closedSince(inMinutes(-5), noon)).toEqual({ unit: 'minutes', count: 5 });
    expect(closedSince(inMinutes(-17 * 60), noon)).toEqual({ unit: 'hours', count: 17 });
    expect(closedSince(inMinutes(-72 * 60), noon)).toEqual({ unit: 'days', count: 3 });
  });
});

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
    expect(unreadMarkOf(messages, 9, true)).toEqual({ messageId: 'a', count: 9 });
    expect(unreadMarkOf(messages, 9, false)).toBeNull();
    expect(unreadMarkOf(messages, 0, true)).toBeNull();
  });
});

describe('views', () => {
  it('parses any URL to a view', () => {
    expect(parseView('mine')).toBe('mine');
    expect(parseView('channel:c1')).toBe('channel:c1');
    expect(parseView('nonsense')).toBe('active');
    expect(parseView(undefined)).toBe('active');
    expect(viewQuery('channel:c1', () => undefined)).toEqual({ state: 'ACTIVE', channel_id: 'c1' });
  });

  it('has messages in the failed view that the server or this device could not send', () => {
    const none = {
      clock: { uid: 'u1', nowMs: noon, channelNowMs: () => noon, closingSoonMs: 2 * 3_600_000 },
      hasRefused: () => false,
      saved: () => undefined,
    };
    const thread = buildThread({ id: 't' });
    expect(matchesView('failed', thread, none)).toBe(false);
    expect(matchesView('failed', thread, { ...none, hasRefused: (id) => id === 't' })).toBe(true);
    const failed = { ...thread, last_message: { status: -1 } } as typeof thread;
    expect(matchesView('failed', failed, none)).toBe(true);
    expect(matchesView('active', thread, none)).toBe(true);
    expect(matchesView('active', { ...thread, snoozed_until: 'reply' }, none)).toBe(false);
    expect(matchesView('snoozed', { ...thread, snoozed_until: 'reply' }, none)).toBe(true);
  });
});

it.each([
  ['340', 340],
  ['319', null],
  ['381', null],
  ['wide', null],
  ['', null],
  [null, null],
])('a stored width of the list %j is %j', (stored, width) => {
  expect(parseListWidth(stored)).toBe(width);
});

describe('filters of the list', () => {
  it('are read from an address and written to it', () => {
    const filter = parseListFilter({ is: 'unread,nonsense,failed', assignee: 'me', channel: 7 });
    expect(filter).toEqual({ is: ['unread', 'failed'], assignee: 'me' });
    expect(parseListFilter(writeListFilter(filter))).toEqual(filter);
    expect(isFiltered(filter)).toBe(true);
    expect(isFiltered(parseListFilter({}))).toBe(false);
  });

  it('have days, custom fields and files', () => {
    const search = { is: 'media', since: '2026-11-16', until: '2026-11-16', field: 'Frame', value: 54 };
    const filter = parseListFilter(search);
    expect(filter).toEqual({ is: ['media'], since: '2026-11-16', until: '2026-11-16', field: 'Frame', value: '54' });
    expect(parseListFilter(writeListFilter(filter))).toEqual(filter);
    expect(parseListFilter({ since: 'monday', until: '2026-13-01' })).toEqual({ is: [] });
    const { since = '', until = '', ...rest } = filterConditions({}, filter, 'Pacific/Auckland');
    expect([since, until]).toEqual(['2026-11-15T11:00:00.000Z', '2026-11-16T11:00:00.000Z']);
    expect(rest).toEqual({ media: 'true', field: 'Frame', field_value: '54' });
    const clock = { uid: 'me', nowMs: Date.now(), channelNowMs: () => Date.now(), closingSoonMs: 0 };
    const morning = buildThread({ id: 't', last_message_at: since });
    const matches = (at: string) => matchesThread({ since, until }, { ...morning, last_message_at: at }, clock);
    expect([since, until, new Date(Date.parse(since) - 1).toISOString()].map(matches)).toEqual([true, false, false]);
  });

  it('never widen the view', () => {
    const conditions = filterConditions(
      conditionsOfView('mine', () => undefined),
      { is: ['unread'], assignee: 'u2', channel: 'c1' },
      'UTC',
    );
    expect(conditions).toEqual({ state: 'ACTIVE', assignee: 'me', snoozed: 'false', unread: 'true', channel_id: 'c1' });
  });
});

describe('the times of a snooze', () => {
  it.each([
    ['tomorrow', '2026-11-21T09:00:00'],
    ['week', '2026-11-23T09:00:00'],
  ] as const)('%s after a Friday is %s', (choice, expected) => {
    const friday = new Date('2026-11-20T15:30:00').getTime();
    expect(new Date(snoozeTime(choice, friday))).toEqual(new Date(expected));
  });

  it('of a Monday is the next Monday', () => {
    expect(new Date(snoozeTime('week', new Date('2026-11-23T08:00:00').getTime()))).toEqual(
      new Date('2026-11-30T09:00:00'),
    );
  });
});

describe('bulk operations on conversations', () => {
  it('chooses one by one and by range', () => {
    const shown = ['a', 'b', 'c', 'd'];
    const one = toggleSelected(noSelection, 'b', shown, false);
    expect([...one.ids]).toEqual(['b']);
    expect([...toggleSelected(one, 'd', shown, true).ids]).toEqual(['b', 'c', 'd']);
    expect([...toggleSelected(one, 'b', shown, false).ids]).toEqual([]);
    expect([...toggleSelected(noSelection, 'c', shown, true).ids]).toEqual(['c']);
  });

  it('are undone to exactly what was before', () => {
    const thread = buildThread({ id: 't', assignee_id: 'u2', label_ids: ['service'], snoozed_until: 'reply' });
    expect(reverseOf(thread, { assignee_id: 'u1' }, noon)).toEqual({ assignee_id: 'u2', assignee_group_id: null });
    expect(reverseOf(thread, { state: 'DONE' }, noon)).toEqual({ state: 'ACTIVE', snoozed_until: 'reply' });
    expect(reverseOf(thread, { add_label_ids: ['service', 'pickup'] }, noon)).toEqual({ remove_label_ids: ['pickup'] });
    const offered = buildThread({ id: 't', stage_id: 'offer', value: 900, snoozed_until: 'reply' });
    expect(reverseOf(offered, changeOfMove({ id: 'won', closes: true }), noon)).toEqual({
      ...{ stage_id: 'offer', state: 'ACTIVE', snoozed_until: 'reply' },
    });
    expect(reverseOf(offered, { value: null }, noon)).toEqual({ value: 900 });
    const awake = buildThread({ id: 't', state: 'DONE' });
    expect(reverseOf(awake, { snoozed_until: 'reply' }, noon)).toEqual({ state: 'DONE', snoozed_until: null });
  });
});

describe('formats a phone number', () => {
  it.each([
    ['447700900118', '+44 7700 900118'],
    ['17875550163', '+1 787 555 0163'],
    ['919876543210', '+91 98765 43210'],
    ['351912345678', '+351 912 345 678'],
    ['12', '+1 2'],
  ])('%s reads %s', (digits, readable) => {
    expect(readableNumber(digits)).toBe(readable);
    expect(readable.replace(/\D/g, '')).toBe(digits);
  });

  it('as it is dialled today', () => {
    expect(readableNumber('5215512345678')).toBe('+52 551 234 5678');
    expect(readableNumber('22507123456')).toBe('+225 070 712 3456');
  });
});
