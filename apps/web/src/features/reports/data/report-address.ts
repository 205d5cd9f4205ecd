import { reportPeriods } from '@parley/contract/reports';
import type { InputOf, ReportPeriod, SavedReport } from '@parley/contract/types';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/** The state of the page in its URL; a link shows the same to everyone. */
export type ReportAddress = {
  period: ReportPeriod;
  /** Days chosen instead of the period; both or none. */
  from: string | null;
  to: string | null;
  channelId: string | null;
  memberId: string | null;
  groupId: string | null;
  /** Tables in place of charts. */
  tables: boolean;
  /** The saved report that was opened. */
  saved: string | null;
};

const day = /^\d{4}-\d{2}-\d{2}$/;

export function readAddress(words: Record<string, unknown>): ReportAddress {
  const text = (name: string) => (typeof words[name] === 'string' ? words[name] : null);
  const [from, to] = [text('from'), text('to')];
  const both = from !== null && to !== null && day.test(from) && day.test(to) && from <= to;
  return {
    period: reportPeriods.find((period) => period === text('period')) ?? '30d',
    from: both ? from : null,
    to: both ? to : null,
    channelId: text('channel'),
    memberId: text('member'),
    groupId: text('group'),
    tables: text('as') === 'tables',
    saved: text('saved'),
  };
}

export function writeAddress(address: ReportAddress): Record<string, unknown> {
  const { period, from, to, channelId, memberId, groupId, tables, saved } = address;
  const chosen = from !== null && to !== null;
  return {
    ...(saved !== null && { saved }),
    // Beside a saved report, which has another period, even the usual one is named.
    ...(chosen ? { from, to } : (saved !== null || period !== '30d') && { period }),
    ...(channelId !== null && { channel: channelId }),
    ...(memberId !== null && { member: memberId }),
    ...(groupId !== null && { group: groupId }),
    ...(tables && { as: 'tables' }),
  };
}

/** The address of a saved report, of which a link may have no more than its id. */
export function addressOf({ id, query, tables }: Pick<SavedReport, 'id' | 'query' | 'tables'>): ReportAddress {
  return {
    period: query.period,
    from: query.from ?? null,
    to: query.to ?? null,
    channelId: query.channel_id ?? null,
    memberId: query.member_id ?? null,
    groupId: query.group_id ?? null,
    tables,
    saved: id,
  };
}

/** Whether an address has nothing but the id of a saved report. */
export function isOnlySaved(words: Record<string, unknown>): boolean {
  return Object.keys(words).every((name) => name === 'saved');
}

export function isFiltered({ channelId, memberId, groupId }: ReportAddress): boolean {
  return channelId !== null || memberId !== null || groupId !== null;
}

type Query = NonNullable<InputOf<'GET /api/reports'>['query']>;

export function queryOf({ period, from, to, channelId, memberId, groupId }: ReportAddress): Query {
  return {
    ...(from !== null && to !== null ? { from, to } : { period }),
    ...(channelId !== null && { channel_id: channelId }),
    ...(memberId !== null && { member_id: memberId }),
    ...(groupId !== null && { group_id: groupId }),
  };
}

/** The same conversations in the list of ratings. */
export function ratingFilterOf({ channelId, memberId, groupId }: ReportAddress) {
  return {
    ...(channelId !== null && { channel_id: channelId }),
    ...(memberId !== null && { assignee_id: memberId }),
    ...(groupId !== null && { group_id: groupId }),
  };
}

/** @param saved the saved reports; undefined while they are read */
export function useReportAddress(saved: readonly SavedReport[] | undefined) {
  const words = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const address = useMemo(() => {
    const read = readAddress(words);
    if (read.saved === null || !isOnlySaved(words)) return read;
    if (saved === undefined) return null;
    const found = saved.find(({ id }) => id === read.saved);
    return found === undefined ? { ...read, saved: null } : addressOf(found);
  }, [words, saved]);
  const change = useCallback(
    (part: Partial<ReportAddress>) => {
      if (address === null) return;
      void navigate({ to: '/reports', search: writeAddress({ ...address, ...part }), replace: true });
    },
    [navigate, address],
  );
  return { address, change };
}
