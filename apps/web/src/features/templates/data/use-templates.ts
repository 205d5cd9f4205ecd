import { findDenial } from '@parley/contract/permissions';
import type { Template } from '@parley/contract/types';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../platform/api.ts';
import { useAccess, useRows } from '../../sync/public.ts';
import { listTemplates } from './list-templates.ts';

export type TemplatesOfChannel = {
  /** By name; null while loading. */
  templates: readonly Template[] | null;
  /** The error when none could be loaded. */
  error: unknown;
  retry: () => void;
};

/**
 * The templates of a channel's WhatsApp Business account, without deleted ones; kept current by the feed.
 * @param channelId empty while no channel is known: nothing is requested
 */
export function useTemplatesOf(channelId: string): TemplatesOfChannel {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['templates', channelId],
    enabled: channelId !== '',
    queryFn: ({ signal }) => listTemplates({ channel_id: channelId }, signal),
  });
  // Templates that can be sent are synced; their versions also signal changes of the others.
  const versions = useRows('templates')
    .map(({ id, version }) => `${id}/${version}`)
    .join(' ');
  useEffect(() => {
    if (versions !== '') void client.invalidateQueries({ queryKey: ['templates'] });
  }, [client, versions]);
  const { data } = query;
  return {
    templates: data ?? null,
    error: query.isError && data === undefined ? query.error : null,
    retry: () => void query.refetch(),
  };
}

/** Whether the user may fetch templates from WhatsApp; the server checks the same permission. */
export function useMayFetch(): boolean {
  return findDenial(useAccess(), 'templates.edit') === null;
}

/** Fetches the templates of a channel's WhatsApp Business account. @throws ApiError, NetworkError */
export async function fetchTemplates(channelId: string): Promise<{ new: number; modified: number; deleted: number }> {
  return api('POST /api/templates/sync', { body: { channel_id: channelId, dry_run: false } });
}
