import { matchesThread } from '@parley/contract/threads';
import { describe, expect, it } from 'vitest';
import { buildThread } from '../../../sync/public-samples.ts';
import { filterConditions, isFiltered, parseListFilter, writeListFilter } from './list-filter.ts';
import { conditionsOfView } from './views.ts';

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
