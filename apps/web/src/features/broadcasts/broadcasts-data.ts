import type {
  AudienceCheck,
  AudiencePerson,
  Campaign,
  ChangeCampaignBody,
  CreateCampaignBody,
  InputOf,
} from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../platform/api.ts';
import { ApiError } from '../../platform/errors.ts';
import { queryClient } from '../../platform/query.tsx';
import { useAccount, useRow } from '../sync/public.ts';

/** Everything that is asked about one broadcast stands under it. */
export const campaignKey = (id: string) => ['campaign', id];

export type CampaignRead = {
  /** As the feed told it last; undefined while it is being read, and when it cannot be. */
  campaign: Campaign | undefined;
  /** There is none of this id in the account (any more). */
  isGone: boolean;
  /** Why it could not be read, when nothing of it is known. */
  error: unknown;
  retry: () => void;
};

/** A broadcast, read once and kept right by the feed. @param known false for one that the server cannot know yet */
export function useCampaign(id: string, known = true): CampaignRead {
  const account = useAccount();
  const campaign = useRow('campaigns', id);
  const { isError, isSuccess, isFetching, error, refetch } = useQuery({
    queryKey: campaignKey(id),
    enabled: known,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const read = await api('GET /api/campaigns/{id}', { params: { id } }, { signal });
      account.store.putRows('campaigns', [read]);
      return read.version;
    },
  });
  // The feed said that it is deleted, or that everything is to be read again: the server knows which.
  const isLost = isSuccess && !isFetching && campaign === undefined;
  useEffect(() => {
    if (isLost) void refetch();
  }, [isLost, refetch]);
  const isGone = campaign === undefined && isError && error instanceof ApiError && error.status === 404;
  return {
    campaign,
    isGone,
    error: isError && campaign === undefined && !isGone ? error : null,
    retry: () => void refetch(),
  };
}

export type CampaignAct = 'start' | 'pause' | 'resume' | 'cancel';

/** What may be done with a broadcast; each answers how it stands then, which the screens show at once. */
export function useCampaignCalls() {
  const { store } = useAccount();
  const shown = (row: Campaign): Campaign => {
    store.putRows('campaigns', [row]);
    void queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    return row;
  };
  return {
    /** The same id again answers the same. @throws ApiError, NetworkError; as all of these */
    create: async (body: CreateCampaignBody) => shown(await api('POST /api/campaigns', { body })),
    change: async (id: string, body: ChangeCampaignBody) =>
      shown(await api('PUT /api/campaigns/{id}', { params: { id }, body })),
    act: async (id: string, act: CampaignAct) =>
      shown(await api(`POST /api/campaigns/{id}/${act}`, { params: { id } })),
    retry: async (id: string, body: InputOf<'POST /api/campaigns/{id}/retry'>['body']) =>
      shown(await api('POST /api/campaigns/{id}/retry', { params: { id }, body })),
    archive: async (id: string, archived: boolean) =>
      shown(await api('POST /api/campaigns/{id}/archive', { params: { id }, body: { archived } })),
    /** Drafts only. */
    remove: async (id: string) => {
      await api('DELETE /api/campaigns/{id}', { params: { id } });
      void queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    },
  };
}

/** What is asked about an audience; parts that may be left out are. */
export type AudienceQuestion = InputOf<'POST /api/campaigns/audience'>['body'];
export type PeopleShown = InputOf<'POST /api/campaigns/audience/people'>['body']['show'];

export function checkAudience(body: AudienceQuestion, signal: AbortSignal): Promise<AudienceCheck> {
  return api('POST /api/campaigns/audience', { body }, { signal });
}

/** @param limit how many at most, up to 200 */
export async function audiencePeople(
  question: AudienceQuestion,
  show: PeopleShown,
  limit: number,
  signal: AbortSignal,
): Promise<AudiencePerson[]> {
  return (await api('POST /api/campaigns/audience/people', { body: { ...question, show, limit } }, { signal })).data;
}
