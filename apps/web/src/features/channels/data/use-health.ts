import type { Channel, ChannelHealth } from '@parley/contract/types';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../platform/api.ts';

/** Poll interval while on screen: times and counts change without a change of the channel. */
const everyMs = 10_000;
const key = ['channel-health'];

export type Health = {
  /** By channel; null until the first answer. */
  byChannel: ReadonlyMap<string, ChannelHealth> | null;
  error: unknown;
  retry: () => void;
};

/** The health of the channels, kept current. @param channels read again whenever one of them changes */
export function useHealth(channels: readonly Channel[], enabled: boolean): Health {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /api/channels/health', {}, { signal }),
    refetchInterval: everyMs,
    enabled,
  });
  const versions = channels.map(({ id, version }) => `${id}/${version}`).join(' ');
  useEffect(() => {
    if (enabled && versions !== '') void client.invalidateQueries({ queryKey: key });
  }, [client, versions, enabled]);
  const { data } = query;
  return {
    byChannel: data === undefined ? null : new Map(data.data.map((row) => [row.channel_id, row])),
    error: query.isError && data === undefined ? query.error : null,
    retry: () => void query.refetch(),
  };
}

/** Reads the list again, after a new check. */
export function useHealthChanged(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: key });
}
