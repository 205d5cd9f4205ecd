import type { ChannelHealth } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';

/** Undefined while loading and on failure: a broadcast can be written without it. */
export function useChannelHealth(channelId: string): ChannelHealth | undefined {
  const { data } = useQuery({
    queryKey: ['channel-health'],
    queryFn: ({ signal }) => api('GET /api/channels/health', {}, { signal }),
    throwOnError: false,
  });
  return data?.data.find(({ channel_id }) => channel_id === channelId);
}

/** How many new contacts may still be messaged today; null when there is no limit or none is known. */
export function allowanceLeft(health: ChannelHealth | undefined): { left: number; limit: number } | null {
  const limit = health?.number?.allowance ?? null;
  if (health === undefined || limit === null || limit < 0) return null;
  return { left: Math.max(0, limit - health.allowance_used), limit };
}
