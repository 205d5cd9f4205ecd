import type {
  BulkJob,
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
import { api } from '../../platform/api.ts';
import { queryClient } from '../../platform/query.tsx';
import { useAccount } from '../sync/public.ts';
import { useContactCalls } from './client/use-contact-calls.ts';
import { type FixedView, filterOfView, fixedViews } from './table/table-query.ts';

export const fieldsKey = ['custom-fields'];
export const segmentsKey = ['segments'];
const countsKey = ['contact-counts'];
/** Counts follow changes this much later, milliseconds: they may come by the thousand. */
const countsMs = 1_000;

const noFields: CustomField[] = [];
export const noSegments: readonly Segment[] = [];

/** The account's own fields in their order, hidden ones too. */
export function useFieldsQuery(): UseQueryResult<CustomField[]> {
  const { topics } = useAccount().store;
  useEffect(() => topics.subscribe('clients', forgetFields), [topics]);
  return useQuery({
    queryKey: fieldsKey,
    queryFn: async ({ signal }) => (await api('GET /api/custom-fields', {}, { signal })).data,
  });
}

/** Those that are offered. */
export function useFields(): readonly CustomField[] {
  const { data = noFields } = useFieldsQuery();
  return data.some(({ hidden }) => hidden) ? data.filter(({ hidden }) => !hidden) : data;
}

export function forgetFields(): void {
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

export function forgetSegments(): void {
  void queryClient.invalidateQueries({ queryKey: segmentsKey });
}

/** How many are in each of the views that every account has, a moment after a change. */
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
  // Filters travel as their JSON.
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

/** Broadcasts that somebody was sent, the latest hundred. */
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

export type { BulkJob };
