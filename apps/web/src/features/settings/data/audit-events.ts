import type { AuditEvent, InputOf } from '@parley/contract/types';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { downloadFile } from '../../../platform/download.ts';

export type AuditFilter = {
  feature: string | null;
  actor: string | null;
  /** Days, `2026-11-23`. */
  from: string | null;
  until: string | null;
};

export const anyEvent: AuditFilter = { feature: null, actor: null, from: null, until: null };

/** A filter as the API has it; days begin and end in the time zone of this device. */
export function queryOf({
  feature,
  actor,
  from,
  until,
}: AuditFilter): NonNullable<InputOf<'GET /api/audit-events/export'>['query']> {
  return {
    ...(feature !== null && { action: feature }),
    ...(actor !== null && { actor }),
    ...(from !== null && { from: startOf(from, 0) }),
    ...(until !== null && { until: startOf(until, 1) }),
  };
}

function startOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}

/** A changed field as words: `require_two_step_verification` is "Require two step verification". */
export function fieldText(field: string): string {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Events, newest first. */
export function useAuditEvents(filter: AuditFilter): UseInfiniteQueryResult<AuditEvent[]> {
  return useInfiniteQuery({
    queryKey: ['audit-events', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/audit-events', { query: { ...queryOf(filter), cursor: pageParam, limit: 100 } }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}

export function downloadAuditEvents(filter: AuditFilter): Promise<void> {
  return downloadFile('GET /api/audit-events/export', { query: queryOf(filter) }, 'audit-log.csv');
}
