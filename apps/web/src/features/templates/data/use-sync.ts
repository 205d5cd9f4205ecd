import type { TemplateSync, TemplateSyncRun } from '@parley/contract/types';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { invalidateTemplates } from './template-lists.ts';

/** The last runs of the sync, latest first. */
export function useSyncRuns() {
  const { data } = useQuery({
    queryKey: ['templates', 'sync-runs'],
    queryFn: ({ signal }) => api('GET /api/templates/sync-runs', { query: {} }, { signal }),
  });
  return { runs: data?.data ?? none };
}
const none: readonly TemplateSyncRun[] = [];

type State = { kind: 'idle' } | { kind: 'busy' } | { kind: 'failed'; error: unknown };

/** Compares a channel's account with WhatsApp, and applies what was chosen of the differences. */
export function useSync(channelId: string) {
  const client = useQueryClient();
  const [comparison, setComparison] = useState<TemplateSync | null>(null);
  const [state, setState] = useState<State>({ kind: 'idle' });
  const call = useCallback(
    async (only?: { name: string; language: string }[]): Promise<TemplateSync | null> => {
      setState({ kind: 'busy' });
      try {
        const applied = only && (await api('POST /api/templates/sync', { body: { channel_id: channelId, only } }));
        const found = await api('POST /api/templates/sync', { body: { channel_id: channelId, dry_run: true } });
        setComparison(found);
        setState({ kind: 'idle' });
        invalidateTemplates(client);
        return applied ?? found;
      } catch (error) {
        setState({ kind: 'failed', error });
        invalidateTemplates(client);
        return null;
      }
    },
    [client, channelId],
  );
  const compare = useCallback(() => call(), [call]);
  return { comparison, state, compare, apply: call };
}
