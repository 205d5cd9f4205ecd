import type { Thread } from '@parley/contract/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildThread } from './sample-rows.ts';
import { LiveStore } from './store.ts';
import { comparePositions, matchesQuery, type ThreadQuery, threadPosition } from './thread-queries.ts';

const me = '01890000-0000-7000-8000-0000000000a1';
const other = '01890000-0000-7000-8000-0000000000a2';

const queries: ThreadQuery[] = [
  { state: 'ACTIVE' },
  { state: 'ACTIVE', assignee: 'me' },
  { state: 'ACTIVE', assignee: 'none' },
  { state: 'ACTIVE', assignee_group: 'workshop' },
  { state: 'DONE' },
];

/** A server's response: one page of a query, latest activity first. */
function answer(all: readonly Thread[], query: ThreadQuery, cursor: string | null, limit: number) {
  const rows = all
    .filter((thread) => matchesQuery(query, thread, me))
    .sort((a, b) => comparePositions(threadPosition(a), threadPosition(b)));
  const from = cursor === null ? 0 : Number(cursor);
  const data = rows.slice(from, from + limit);
  return { data, next_cursor: from + limit < rows.length ? String(from + limit) : null };
}

describe('a name that waits on the device', () => {
  it('is that of the contact’s conversations, also of one that is read later, until it is settled', () => {
    const store = new LiveStore(me);
    const nameOf = (id: string) => store.threads.get(id)?.contact.name;
    store.putRows('threads', [buildThread({ id: 'first', contact_id: 'ana' }), buildThread({ id: 'other' })]);
    const [before, others] = [nameOf('first'), nameOf('other')];
    store.threads.showNames(new Map([['ana', 'Ana Souza']]));
    store.putRows('threads', [buildThread({ id: 'second', contact_id: 'ana' })]);
    expect(['first', 'second', 'other'].map(nameOf)).toEqual(['Ana Souza', 'Ana Souza', others]);
    expect(store.threads.all().map(({ contact }) => contact.name)).toContain('Ana Souza');
    store.threads.showNames(new Map());
    expect(['first', 'second'].map(nameOf)).toEqual([before, before]);
  });
});

describe('unread', () => {
  it('is the user’s own, and what is answered is read for a user who never opened it', () => {
    const store = new LiveStore(me);
    const put = (id: string, changes: Partial<Thread>) => store.putRows('threads', [buildThread({ id, ...changes })]);
    const unread = (id: string) => store.threads.get(id)?.unread_count;
    put('never-read', { unread_count: 2, read_state: { received: 2, by: {} } });
    put('read-by-me', { unread_count: 0, read_state: { received: 5, by: { [me]: 5, '*': 3 } } });
    put('since-then', { unread_count: 0, read_state: { received: 7, by: { [me]: 5, [other]: 7 } } });
    const waits = { waiting_since: '2026-11-20T09:00:00.000Z' };
    put('read-by-other', { ...waits, unread_count: 0, read_state: { received: 5, by: { [other]: 5, '*': 3 } } });
    put('answered', { unread_count: 0, read_state: { received: 5, by: { [other]: 5, '*': 3 } } });
    expect(['never-read', 'read-by-me', 'since-then', 'read-by-other', 'answered'].map(unread)).toEqual([
      2, 0, 2, 2, 0,
    ]);
  });
});

const anyThreads = fc
  .array(
    fc.record({
      second: fc.integer({ min: 0, max: 999 }),
      state: fc.constantFrom('ACTIVE' as const, 'DONE' as const),
      assignee_id: fc.constantFrom(null, me, other),
      assignee_group_id: fc.constantFrom(null, 'workshop', 'sales'),
    }),
    { maxLength: 40 },
  )
  .map((facts) =>
    facts.map(({ second, ...rest }, index) =>
      buildThread({ ...rest, id: `thread-${index}`, last_message_at: new Date(second * 1000).toISOString() }),
    ),
  );

describe('the thread list', () => {
  it('shows the newest threads of every query without gaps, however they were read', () => {
    fc.assert(
      fc.property(
        anyThreads,
        fc.array(fc.constantFrom(...queries), { maxLength: 12 }),
        fc.integer({ min: 1, max: 10 }),
        (all, reads, limit) => {
          const store = new LiveStore(me);
          for (const query of reads) {
            const { nextCursor, complete } = store.threads.progress(query);
            if (complete) continue;
            const page = answer(all, query, nextCursor, limit);
            store.putRows('threads', page.data);
            store.threads.noteRead(query, page);
          }
          for (const query of queries) {
            const shown = store.threads.select(query);
            const wanted = answer(all, query, null, all.length + 1).data;
            expect(shown.threads).toEqual(wanted.slice(0, shown.threads.length));
            if (shown.complete) expect(shown.threads).toHaveLength(wanted.length);
          }
        },
      ),
    );
  });

  it('knows that the user’s own threads are complete when all active ones are', () => {
    const store = new LiveStore(me);
    const mine = buildThread({ id: 'mine', assignee_id: me });
    store.putRows('threads', [mine, buildThread({ id: 'not-mine' })]);
    store.threads.noteRead({ state: 'ACTIVE' }, { data: store.threads.all(), next_cursor: null });
    expect(store.threads.select({ state: 'ACTIVE', assignee: 'me' })).toEqual({
      threads: [mine],
      complete: true,
      started: true,
    });
    expect(store.threads.select({ state: 'DONE' })).toEqual({ threads: [], complete: false, started: false });
  });
});

describe('assigned to a group', () => {
  const withGroup = buildThread({ id: 'a', assignee_group_id: 'workshop' });
  const withBoth = buildThread({ id: 'b', assignee_group_id: 'workshop', assignee_id: me });

  it('is not unassigned, and may be assigned to a member too', () => {
    expect(matchesQuery({ assignee: 'none' }, withGroup, me)).toBe(false);
    expect(matchesQuery({ assignee: 'none' }, buildThread({ id: 'c' }), me)).toBe(true);
    expect(matchesQuery({ assignee: 'me' }, withBoth, me)).toBe(true);
    expect(matchesQuery({ assignee_group: 'workshop' }, withBoth, me)).toBe(true);
    expect(matchesQuery({ assignee_group: 'sales' }, withBoth, me)).toBe(false);
  });
});
