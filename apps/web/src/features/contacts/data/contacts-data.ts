import type {
  ContactCampaign,
  ContactNote,
  ContactTotal,
  CustomField,
  Filter,
  OutputOf,
  Segment,
  Suppression,
  Thread,
} from '@parley/contract/types';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../platform/api.ts';
import { queryClient } from '../../../platform/query.tsx';
import { useAccount } from '../../sync/public.ts';
import { type FixedView, filterOfView, fixedViews } from './table-query.ts';
import { useContactCalls } from './use-contact-calls.ts';

export const fieldsKey = ['custom-fields'];
export const segmentsKey = ['segments'];
const countsKey = ['contact-counts'];
/** Delay in milliseconds before counts follow changes, which may come by the thousand. */
const countsMs = 1_000;

const noFields: CustomField[] = [];
export const noSegments: readonly Segment[] = [];

/** The custom fields in order, including hidden ones. */
export function useFieldsQuery(): UseQueryResult<CustomField[]> {
  const { topics } = useAccount().store;
  useEffect(() => topics.subscribe('clients', invalidateFields), [topics]);
  return useQuery({
    queryKey: fieldsKey,
    queryFn: async ({ signal }) => (await api('GET /api/custom-fields', {}, { signal })).data,
  });
}

/** The custom fields that are not hidden. */
export function useFields(): readonly CustomField[] {
  const { data = noFields } = useFieldsQuery();
  return data.some(({ hidden }) => hidden) ? data.filter(({ hidden }) => !hidden) : data;
}

export function invalidateFields(): void {
  void queryClient.invalidateQueries({ queryKey: fieldsKey });
}

export function useSegmentsQuery(): UseQueryResult<Segment[]> {
  return useQuery({
    queryKey: segmentsKey,
    queryFn: async ({ signal }) => (await api('GET /api/segments', {}, { signal })).data,
  });
}

export function useSegments(): readonly Segment[] {
  return useSegmentsQuery().data ?? noSegments;
}

export function invalidateSegments(): void {
  void queryClient.invalidateQueries({ queryKey: segmentsKey });
}

/** The counts of the built-in views, updated shortly after a change. */
export function useViewCounts(): Partial<Record<FixedView, ContactTotal>> {
  const { topics } = useAccount().store;
  const calls = useContactCalls();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const recount = () => {
      void queryClient.invalidateQueries({ queryKey: countsKey });
      void calls.lists(true);
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(recount, countsMs);
    };
    recount();
    const stops = [topics.subscribe('contacts', soon), topics.subscribe('connection', soon)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [topics, calls]);
  const { data = {} } = useQuery({
    queryKey: countsKey,
    queryFn: async ({ signal }) => {
      const counted = await Promise.all(
        fixedViews.map(async (view): Promise<[FixedView, ContactTotal]> => {
          const filter = filterOfView({ kind: view }, []);
          return [view, await countOf(filter, signal)];
        }),
      );
      return Object.fromEntries(counted) as Record<FixedView, ContactTotal>;
    },
  });
  return data;
}

async function countOf(filter: Filter | null, signal: AbortSignal): Promise<ContactTotal> {
  // Filters are sent as JSON.
  const query = (filter === null ? {} : { filter: JSON.stringify(filter) }) as { filter?: never };
  return api('GET /api/contacts/count', { query }, { signal });
}

export const noteKey = (contactId: string) => ['contact-notes', contactId];
export const suppressionKey = (contactId: string) => ['contact-suppressions', contactId];

export function useNotes(contactId: string): UseQueryResult<ContactNote[]> {
  return useQuery({
    queryKey: noteKey(contactId),
    queryFn: async ({ signal }) => {
      const call = { params: { id: contactId }, query: { limit: 200 } };
      return (await api('GET /api/contacts/{id}/notes', call, { signal })).data;
    },
  });
}

export type ContactActivity = OutputOf<'GET /api/contacts/{id}/activity'>['data'][number];

export function useActivity(contactId: string, version: number): UseQueryResult<ContactActivity[]> {
  return useQuery({
    queryKey: ['contact-activity', contactId, version],
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => {
      const call = { params: { id: contactId }, query: { limit: 100 } };
      return (await api('GET /api/contacts/{id}/activity', call, { signal })).data;
    },
  });
}

export function useContactThreads(contactId: string): UseQueryResult<Thread[]> {
  return useQuery({
    queryKey: ['contact-threads', contactId],
    queryFn: ({ signal }) => readThreads(contactId, signal),
  });
}

/** The latest 100 broadcasts of a contact. */
export function useContactCampaigns(contactId: string): UseQueryResult<ContactCampaign[]> {
  return useQuery({
    queryKey: ['contact-campaigns', contactId],
    queryFn: async ({ signal }) => {
      const call = { params: { id: contactId }, query: { limit: 100 } };
      return (await api('GET /api/contacts/{id}/campaigns', call, { signal })).data;
    },
  });
}

export async function readThreads(contactId: string, signal?: AbortSignal): Promise<Thread[]> {
  const options = signal === undefined ? {} : { signal };
  return (await api('GET /api/contacts/{id}/threads', { params: { id: contactId } }, options)).data;
}

export function useSuppressions(contactId: string, version: number): UseQueryResult<Suppression[]> {
  return useQuery({
    queryKey: [...suppressionKey(contactId), version],
    placeholderData: (before) => before,
    queryFn: async ({ signal }) =>
      (await api('GET /api/contacts/{id}/suppressions', { params: { id: contactId } }, { signal })).data,
  });
}
