import type { Template, TemplateUsage } from '@parley/contract/types';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '../../../platform/api.ts';
import type { TableState } from '../../../ui/table/data-table.tsx';
import { useRows } from '../../sync/public.ts';
import { listTemplates } from './list-templates.ts';

type Query = { isError: boolean; isPending: boolean; error: unknown; refetch: () => unknown };

export function tableState({ isError, isPending, error, refetch }: Query): TableState {
  if (isError) return { kind: 'problem', error, onRetry: () => void refetch() };
  return { kind: isPending ? 'loading' : 'ready' };
}

/** Reads lists of templates again after a change. */
export function invalidateTemplates(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['templates'] });
}

/** All WhatsApp templates, or those in the trash; kept current by the change feed. */
export function useTemplateList(deleted = false) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['templates', deleted ? 'deleted' : 'all'],
    queryFn: ({ signal }) => listTemplates(deleted ? { status: 'DELETED' } : {}, signal),
  });
  const rows = useRows('templates');
  const versions = useMemo(() => rows.map(({ id, version }) => `${id}/${version}`).join(' '), [rows]);
  useEffect(() => {
    if (versions !== '') invalidateTemplates(client);
  }, [client, versions]);
  const { isError, isPending, error, refetch } = query;
  const state = useMemo(() => tableState({ isError, isPending, error, refetch }), [isError, isPending, error, refetch]);
  return { templates: query.data ?? none, state, updatedAt: query.dataUpdatedAt };
}
const none: readonly Template[] = [];

const unused: Omit<TemplateUsage, 'template_id'> = {
  used_in: [],
  sent: 0,
  delivered: 0,
  read: 0,
  replied: 0,
  tapped: 0,
  failed: 0,
  last_used_at: null,
};

/** Where templates are used and their results in 30 days, by template. */
export function useTemplateUsage(): (id: string) => Omit<TemplateUsage, 'template_id'> {
  const { data } = useQuery({
    queryKey: ['template-usage'],
    queryFn: ({ signal }) => api('GET /api/templates/usage', {}, { signal }),
  });
  return useMemo(() => {
    const byId = new Map(data?.data.map((usage) => [usage.template_id, usage]));
    return (id) => byId.get(id) ?? unused;
  }, [data]);
}
