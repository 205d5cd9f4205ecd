import type { Delivery, DeliveryDetail, InputOf, OutputOf, Webhook } from '@parley/contract/types';
import { type UseInfiniteQueryResult, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';

const webhooksKey = ['webhooks'];
const pollMs = 10_000;
const waitingPollMs = 2_000;

export type Infrastructure = OutputOf<'GET /api/integrations'>;

/** What the operator of the server has set up. */
export function useInfrastructure(): UseQueryResult<Infrastructure> {
  return useQuery({
    queryKey: ['integrations'],
    queryFn: ({ signal }) => api('GET /api/integrations', {}, { signal }),
  });
}

/** Newest first; an account has at most twenty. */
export function useWebhooks(): UseQueryResult<Webhook[]> {
  return useQuery({
    queryKey: webhooksKey,
    queryFn: async ({ signal }) => (await api('GET /api/webhooks', { query: { limit: 200 } }, { signal })).data,
    refetchInterval: pollMs,
  });
}

export type DeliveryFilter = { state: Delivery['state'] | null; search: string };

/** Newest first. */
export function useDeliveries(id: string, filter: DeliveryFilter): UseInfiniteQueryResult<Delivery[]> {
  return useInfiniteQuery({
    queryKey: [...webhooksKey, id, 'deliveries', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: 50,
        ...(filter.state !== null && { state: filter.state }),
        ...(filter.search !== '' && { search: filter.search }),
        ...(pageParam !== undefined && { cursor: pageParam }),
      };
      return api('GET /api/webhooks/{id}/deliveries', { params: { id }, query }, { signal });
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    // Polled, so that a test shows up; further pages are not read again.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : waitingPollMs * 2),
  });
}

export function useDelivery(id: string, deliveryId: string): UseQueryResult<DeliveryDetail> {
  return useQuery({
    queryKey: [...webhooksKey, id, 'delivery', deliveryId],
    queryFn: ({ signal }) =>
      api('GET /api/webhooks/{id}/deliveries/{delivery_id}', { params: { id, delivery_id: deliveryId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? waitingPollMs : false),
  });
}

const refresh = () => queryClient.invalidateQueries({ queryKey: webhooksKey });

export async function createWebhook(
  body: InputOf<'POST /api/webhooks'>['body'],
): Promise<Webhook & { secret: string }> {
  const made = await api('POST /api/webhooks', { body });
  await refresh();
  return made;
}

export async function changeWebhook(id: string, body: InputOf<'PUT /api/webhooks/{id}'>['body']): Promise<void> {
  await api('PUT /api/webhooks/{id}', { params: { id }, body });
  await refresh();
}

export async function removeWebhook(id: string): Promise<void> {
  await api('DELETE /api/webhooks/{id}', { params: { id } });
  await refresh();
}

export async function rotateWebhookSecret(id: string, keepOldHours: number): Promise<string> {
  const call = { params: { id }, body: { keep_old_hours: keepOldHours } };
  const { secret } = await api('POST /api/webhooks/{id}/rotate-secret', call);
  await refresh();
  return secret;
}

export async function sendTest(id: string): Promise<Delivery> {
  const made = await api('POST /api/webhooks/{id}/test', { params: { id }, body: {} });
  await refresh();
  return made;
}

export async function replayDelivery(id: string, deliveryId: string): Promise<void> {
  await api('POST /api/webhooks/{id}/deliveries/{delivery_id}/replay', { params: { id, delivery_id: deliveryId } });
  await refresh();
}

/** Sends failed deliveries of a time range again. @returns how many */
export async function replayFailed(id: string, from: Date, to: Date): Promise<number> {
  const body = { from: from.toISOString(), to: to.toISOString() };
  const { count } = await api('POST /api/webhooks/{id}/replay', { params: { id }, body });
  await refresh();
  return count;
}
