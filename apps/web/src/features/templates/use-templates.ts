import { refusalOf } from '@parley/contract/rights';
import type { Template } from '@parley/contract/types';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../platform/api.ts';
import { useRows, useStanding } from '../sync/public.ts';

export type TemplatesOfChannel = {
  /** By name; null while they are being read. */
  templates: readonly Template[] | null;
  /** Why they could not be read, when none were. */
  error: unknown;
  retry: () => void;
};

/** The templates of a channel's WhatsApp Business account, those that are gone left out; kept fresh by the feed. */
export function useTemplatesOf(channelId: string): TemplatesOfChannel {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['templates', channelId],
    queryFn: ({ signal }) => api('GET /api/templates', { query: { channel_id: channelId } }, { signal }),
  });
  // What can be sent is on the device; whether something else changed is told by the same feed.
  const versions = useRows('templates')
    .map(({ id, version }) => `${id}/${version}`)
    .join(' ');
  useEffect(() => {
    if (versions !== '') void client.invalidateQueries({ queryKey: ['templates'] });
  }, [client, versions]);
  const { data } = query;
  return {
    templates: data?.data ?? null,
    error: query.isError && data === undefined ? query.error : null,
    retry: () => void query.refetch(),
  };
}

/** Whether this person may fetch templates from WhatsApp; the server asks the same table. */
export function useMayFetch(): boolean {
  return refusalOf(useStanding(), 'templates.edit') === null;
}

/** Fetches the templates of a channel's WhatsApp Business account. @throws ApiError, NetworkError */
export async function fetchTemplates(channelId: string): Promise<{ new: number; modified: number; deleted: number }> {
  return api('POST /api/templates/sync', { body: { channel_id: channelId, dry_run: false } });
}
