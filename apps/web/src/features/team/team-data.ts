import type { Invitation, JoinRequest, OutputOf, TeamMember } from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../platform/api.ts';
import { queryClient } from '../../platform/query.tsx';
import { useAccount } from '../sync/public.ts';

/** What became of one address of many. */
export type InviteResult = OutputOf<'POST /api/invitations/batch'>['data'][number];

/** Who is online is no row of the feed: it is asked for this often, milliseconds. */
export const onlineMs = 30_000;
/** Conversations move all the time; the counts of a team page follow this much later, milliseconds. */
const countsMs = 1500;

const teamKey = ['team'];
const invitationsKey = ['invitations'];
const requestsKey = ['join-requests'];
/** The open offer of the account; answering it changes two members. */
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

/** All members by name, right within a second of a change. */
export function useTeam(): UseQueryResult<TeamMember[]> {
  useLiveTeam();
  return useQuery({
    queryKey: teamKey,
    queryFn: ({ signal }) =>
      readPages((cursor) => api('GET /api/team', { query: { limit: 200, ...(cursor && { cursor }) } }, { signal })),
    refetchInterval: onlineMs,
    // Whoever reads this is here, whatever the server heard of them so far.
    select: (members) => members.map((member) => (member.self ? { ...member, online: true } : member)),
  });
}

/** Reads the team again when the feed tells that a member, a group or somebody's conversations changed. */
function useLiveTeam(): void {
  const { topics } = useAccount().store;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (waitMs: number) => () => {
      clearTimeout(timer);
      timer = setTimeout(forgetTeam, waitMs);
    };
    const stops = [
      topics.subscribe('users', soon(0)),
      topics.subscribe('user_groups', soon(0)),
      topics.subscribe('standing', soon(0)),
      // After time away anything may have changed.
      topics.subscribe('connection', soon(countsMs)),
      topics.subscribe('threads', soon(countsMs)),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [topics]);
}

/** Invitations nobody has answered; only for those who manage the team. */
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

/** Who asks to join; only for those who manage the team. */
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

export function forgetTeam(): void {
  void queryClient.invalidateQueries({ queryKey: teamKey });
  void queryClient.invalidateQueries({ queryKey: transferKey });
  void queryClient.invalidateQueries({ queryKey: requestsKey });
  // Whoever accepts an invitation becomes a member.
  forgetInvitations();
}

export function forgetInvitations(): void {
  void queryClient.invalidateQueries({ queryKey: invitationsKey });
}
