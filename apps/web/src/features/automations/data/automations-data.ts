import type {
  Automation,
  AutomationRun,
  AutomationRunDetail,
  AutomationVersion,
  DryRun,
  Flow,
  InputOf,
} from '@parley/contract/types';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';

const key = ['automations'];
/** Runs come in all the time. */
const refetchMs = 10_000;

export function useAutomations(): UseQueryResult<Automation[]> {
  return useQuery({
    queryKey: key,
    refetchInterval: refetchMs,
    queryFn: async ({ signal }) => (await api('GET /api/automations', {}, { signal })).data,
  });
}

export function useVersions(id: string): UseQueryResult<AutomationVersion[]> {
  return useQuery({
    queryKey: [...key, id, 'versions'],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await api('GET /api/automations/{id}/versions', { params: { id } }, { signal })).data,
  });
}

export function useRuns(id: string, state?: AutomationRun['state']): UseQueryResult<AutomationRun[]> {
  return useQuery({
    queryKey: [...key, id, 'runs', state],
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { limit: 50, ...(state === undefined ? {} : { state }) };
      return (await api('GET /api/automations/{id}/runs', { params: { id }, query }, { signal })).data;
    },
  });
}

export function useRun(id: string | null): UseQueryResult<AutomationRunDetail> {
  return useQuery<AutomationRunDetail>({
    queryKey: [...key, 'run', id],
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.ended_at === null ? refetchMs : false),
    queryFn: ({ signal }) => api('GET /api/automation-runs/{id}', { params: { id: id ?? '' } }, { signal }),
  });
}

export type DryRunMessages = NonNullable<InputOf<'POST /api/automations/dry-run'>['body']['messages']>;

/** @param messages null: the last ones of the conversation */
export function useDryRun(
  flow: Flow,
  threadId: string,
  messages: DryRunMessages | null,
  enabled: boolean,
): UseQueryResult<DryRun> {
  const body = {
    flow,
    ...(threadId === '' ? {} : { thread_id: threadId }),
    ...(messages === null ? {} : { messages }),
  };
  return useQuery({
    queryKey: [...key, 'dry-run', JSON.stringify(body)],
    enabled,
    placeholderData: keepPreviousData,
    gcTime: 0,
    queryFn: ({ signal }) => api('POST /api/automations/dry-run', { body }, { signal }),
  });
}

export type PastConversation = { id: string; name: string };
export function usePastConversations(): UseQueryResult<PastConversation[]> {
  return useQuery({
    queryKey: [...key, 'conversations'],
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /api/threads', { query: { limit: 100 } }, { signal });
      return data.map(({ id, contact }) => ({ id, name: contact.name || contact.phone_number || id }));
    },
  });
}

export function refreshAutomations(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: key });
}

async function changed(automation: Automation): Promise<Automation> {
  queryClient.setQueryData<Automation[]>(key, (rows) =>
    rows?.map((row) => (row.id === automation.id ? automation : row)),
  );
  await refreshAutomations();
  return automation;
}

export async function createAutomation(id: string, name: string, flow: Flow): Promise<Automation> {
  const made = await api('POST /api/automations', { body: { id, name, flow } });
  await refreshAutomations();
  return made;
}

/** Browsers refuse larger bodies for calls that outlive the page (64 KiB), in characters with room for other bytes. */
const longestKeepAlive = 20_000;

/**
 * Saves the draft, without reading the list again.
 * @param leaving whether the page is being left @throws ApiError version_conflict
 */
export async function saveDraft(
  id: string,
  draft: { name: string; flow: Flow; version: number },
  leaving = false,
): Promise<Automation> {
  const keepalive = leaving && JSON.stringify(draft).length <= longestKeepAlive;
  const saved = await api('PUT /api/automations/{id}', { params: { id }, body: draft }, { keepalive });
  queryClient.setQueryData<Automation[]>(key, (rows) => rows?.map((row) => (row.id === id ? saved : row)));
  return saved;
}

export async function publishAutomation(id: string): Promise<Automation> {
  return changed(await api('POST /api/automations/{id}/publish', { params: { id } }));
}

export async function setOn(id: string, on: boolean): Promise<Automation> {
  const route = on ? 'POST /api/automations/{id}/resume' : 'POST /api/automations/{id}/pause';
  return changed(await api(route, { params: { id } }));
}

export async function rollBack(id: string, number: number): Promise<Automation> {
  return changed(await api('POST /api/automations/{id}/rollback', { params: { id }, body: { number } }));
}

/** Stores a value for headers, which is sent to the host of the address only. @returns its id */
export async function addSecret(url: string, value: string): Promise<string> {
  return (await api('POST /api/automations/secrets', { body: { url, value } })).id;
}

export async function deleteAutomation(id: string): Promise<void> {
  await api('DELETE /api/automations/{id}', { params: { id } });
  await refreshAutomations();
}

export async function orderAutomations(ids: string[]): Promise<void> {
  const { data } = await api('PUT /api/automations/order', { body: { ids } });
  queryClient.setQueryData(key, data);
}
