import type {
  IncomingCall,
  IncomingCallDetail,
  IncomingPreview,
  IncomingWebhook,
  InputOf,
} from '@parley/contract/types';
import { type UseInfiniteQueryResult, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';

const incomingKey = ['incoming-webhooks'];
const pollMs = 10_000;
const callsPollMs = 4_000;

/** Newest first; an account has at most twenty. */
export function useIncoming(): UseQueryResult<IncomingWebhook[]> {
  return useQuery({
    queryKey: incomingKey,
    queryFn: async ({ signal }) =>
      (await api('GET /api/incoming-webhooks', { query: { limit: 200 } }, { signal })).data,
    refetchInterval: pollMs,
  });
}

export type CallState = IncomingCall['state'] | null;

/** Newest first. */
export function useCalls(id: string, state: CallState): UseInfiniteQueryResult<IncomingCall[]> {
  return useInfiniteQuery({
    queryKey: [...incomingKey, id, 'calls', state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: 50,
        ...(state !== null && { state }),
        ...(pageParam !== undefined && { cursor: pageParam }),
      };
      return api('GET /api/incoming-webhooks/{id}/calls', { params: { id }, query }, { signal });
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    // Polled, so that a call shows up; further pages are not read again.
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : callsPollMs),
  });
}

/** @param attempts of the row in the list: a replay changes what is shown */
export function useCall(id: string, callId: string, attempts: number): UseQueryResult<IncomingCallDetail> {
  return useQuery({
    queryKey: [...incomingKey, id, 'call', callId, attempts],
    queryFn: ({ signal }) =>
      api('GET /api/incoming-webhooks/{id}/calls/{call_id}', { params: { id, call_id: callId } }, { signal }),
  });
}

const refresh = () => queryClient.invalidateQueries({ queryKey: incomingKey });

export type NewIncoming = InputOf<'POST /api/incoming-webhooks'>['body'];
export type IncomingWithSecret = IncomingWebhook & { secret: string };

export async function createIncoming(body: NewIncoming): Promise<IncomingWithSecret> {
  const made = await api('POST /api/incoming-webhooks', { body });
  await refresh();
  return made;
}

export async function changeIncoming(
  id: string,
  body: InputOf<'PUT /api/incoming-webhooks/{id}'>['body'],
): Promise<void> {
  await api('PUT /api/incoming-webhooks/{id}', { params: { id }, body });
  await refresh();
}

export async function removeIncoming(id: string): Promise<void> {
  await api('DELETE /api/incoming-webhooks/{id}', { params: { id } });
  await refresh();
}

export async function rotateIncomingSecret(id: string): Promise<string> {
  const { secret } = await api('POST /api/incoming-webhooks/{id}/rotate-secret', { params: { id }, body: {} });
  await refresh();
  return secret;
}

/** What a call with this body would do; nothing is stored or sent. */
export function testIncoming(id: string, body: unknown): Promise<IncomingPreview> {
  return api('POST /api/incoming-webhooks/{id}/test', { params: { id }, body: { body } });
}

export async function replayCall(id: string, callId: string): Promise<IncomingCall> {
  const call = await api('POST /api/incoming-webhooks/{id}/calls/{call_id}/replay', {
    params: { id, call_id: callId },
    body: {},
  });
  await refresh();
  return call;
}
