import type { Invitation, JoinRequest, OutputOf, TeamMember } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';
import { useAccount } from '../../sync/public.ts';

/** The result for one address. */
export type InviteResult = OutputOf<'POST /api/invitations/batch'>['data'][number];

/** Poll interval of the online state, which is not part of the change feed, milliseconds. */
export const onlineMs = 30_000;
/** Delay before the counts of the team page follow changes, milliseconds. */
const countsMs = 1500;

const teamKey = ['team'];
const invitationsKey = ['invitations'];
const requestsKey = ['join-requests'];
/** The query key of the transfer offer; answering it changes two members. */
export const transferKey = ['transfer'];

async function readPages<T>(read: (cursor: string | undefined) => Promise<{ data: T[]; next_cursor: string | null }>) {
  const rows: T[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await read(cursor);
    rows.push(...page.data);
    if (page.next_cursor === null) return rows;
    cursor = page.next_cursor;
  }
}

/** All members by name, current within a second of a change. */
export function useTeam(): UseQueryResult<TeamMember[]> {
  useLiveTeam();
  return useQuery({
    queryKey: teamKey,
    queryFn: ({ signal }) =>
      readPages((cursor) => api('GET /api/team', { query: { limit: 200, ...(cursor && { cursor }) } }, { signal })),
    refetchInterval: onlineMs,
    // The member who reads this is online, whatever the server knows so far.
    select: (members) => members.map((member) => (member.self ? { ...member, online: true } : member)),
  });
}

/** Reads the team again when a member, a group or assignments change. */
function useLiveTeam(): void {
  const { topics } = useAccount().store;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (waitMs: number) => () => {
      clearTimeout(timer);
      timer = setTimeout(invalidateTeam, waitMs);
    };
    const stops = [
      topics.subscribe('users', soon(0)),
      topics.subscribe('user_groups', soon(0)),
      topics.subscribe('access', soon(0)),
      // After a reconnect anything may have changed.
      topics.subscribe('connection', soon(countsMs)),
      topics.subscribe('threads', soon(countsMs)),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [topics]);
}

/** Unanswered invitations; for Admins only. */
export function useInvitations(enabled: boolean): UseQueryResult<Invitation[]> {
  return useQuery({
    queryKey: invitationsKey,
    queryFn: ({ signal }) =>
      readPages((cursor) =>
        api('GET /api/invitations', { query: { limit: 200, ...(cursor && { cursor }) } }, { signal }),
      ),
    refetchInterval: onlineMs,
    enabled,
  });
}

/** Requests to join; for Admins only. */
export function useJoinRequests(enabled: boolean): UseQueryResult<JoinRequest[]> {
  return useQuery({
    queryKey: requestsKey,
    queryFn: ({ signal }) =>
      readPages((cursor) =>
        api('GET /api/join-requests', { query: { limit: 200, ...(cursor && { cursor }) } }, { signal }),
      ),
    refetchInterval: onlineMs,
    enabled,
  });
}

export function invalidateTeam(): void {
  void queryClient.invalidateQueries({ queryKey: teamKey });
  void queryClient.invalidateQueries({ queryKey: transferKey });
  void queryClient.invalidateQueries({ queryKey: requestsKey });
  // Accepting an invitation adds a member.
  invalidateInvitations();
}

export function invalidateInvitations(): void {
  void queryClient.invalidateQueries({ queryKey: invitationsKey });
}
