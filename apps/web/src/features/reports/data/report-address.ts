import { reportPeriods } from '@parley/contract/reports';
import type { InputOf, ReportPeriod } from '@parley/contract/types';
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
  };
}

export function writeAddress(address: ReportAddress): Record<string, unknown> {
  const { period, from, to, channelId, memberId, groupId, tables } = address;
  const chosen = from !== null && to !== null;
  return {
    ...(chosen ? { from, to } : period !== '30d' && { period }),
    ...(channelId !== null && { channel: channelId }),
    ...(memberId !== null && { member: memberId }),
    ...(groupId !== null && { group: groupId }),
    ...(tables && { as: 'tables' }),
  };
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

export function useReportAddress() {
  const words = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const address = useMemo(() => readAddress(words), [words]);
  const change = useCallback(
    (part: Partial<ReportAddress>) => {
      void navigate({
        to: '/reports',
        search: (before) => writeAddress({ ...readAddress(before as Record<string, unknown>), ...part }),
        replace: true,
      });
    },
    [navigate],
  );
  return { address, change };
}
