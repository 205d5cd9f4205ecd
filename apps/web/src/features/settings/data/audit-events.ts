import { dayAfter, dayStart } from '@parley/contract/local-time';
import type { AuditEvent, InputOf } from '@parley/contract/types';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { downloadFile, type FileFormat } from '../../../platform/download.ts';

export type AuditFilter = {
  feature: string | null;
  actor: string | null;
  /** Days, `2026-11-23`. */
  from: string | null;
  until: string | null;
};

export const anyEvent: AuditFilter = { feature: null, actor: null, from: null, until: null };

/** A filter as the API has it. @param zone the account’s, in which days begin and end */
export function queryOf(
  { feature, actor, from, until }: AuditFilter,
  zone: string,
): NonNullable<InputOf<'GET /api/audit-events/export'>['query']> {
  return {
    ...(feature !== null && { action: feature }),
    ...(actor !== null && { actor }),
    ...(from !== null && { from: dayStart(zone, from) }),
    ...(until !== null && { until: dayStart(zone, dayAfter(until)) }),
  };
}

/** A changed field as words: `require_two_step_verification` is "Require two step verification"; a step has no name. */
export function fieldText(field: string): string {
  const words = field.replace(/^steps\..*/, 'steps').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Events, newest first. */
export function useAuditEvents(filter: AuditFilter, zone: string): UseInfiniteQueryResult<AuditEvent[]> {
  return useInfiniteQuery({
    queryKey: ['audit-events', filter, zone],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/audit-events', { query: { ...queryOf(filter, zone), cursor: pageParam, limit: 100 } }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  });
}

export function downloadAuditEvents(filter: AuditFilter, zone: string, format: FileFormat): Promise<void> {
  const query = { ...queryOf(filter, zone), format };
  return downloadFile('GET /api/audit-events/export', { query }, `audit-log.${format}`);
}
