import type {
  AbVariant,
  AudienceCheck,
  AudienceContact,
  Campaign,
  ChangeCampaignBody,
  CreateCampaignBody,
  InputOf,
} from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/errors.ts';
import { queryClient } from '../../../platform/query.tsx';
import { useAccount, useRow } from '../../sync/public.ts';

/** The key prefix of all queries about one broadcast. */
export const campaignKey = (id: string) => ['campaign', id];

export type CampaignRead = {
  /** The newest version from the change feed; undefined while it is being read, and when that failed. */
  campaign: Campaign | undefined;
  /** The account has no broadcast with this id (any more). */
  isGone: boolean;
  /** Why reading failed, when there is no version to show. */
  error: unknown;
  retry: () => void;
};

/** A broadcast, read once and kept current by the feed. @param known false for one that the server cannot know yet */
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
  // The feed reported a deletion or a reset; only reading it again tells which.
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

export type CampaignCommand = 'start' | 'pause' | 'resume' | 'send-rest' | 'cancel' | 'end';

/** The calls that change a broadcast; each returns the new version, which the screens show at once. */
export function useCampaignRequests() {
  const { store } = useAccount();
  const shown = (row: Campaign): Campaign => {
    store.putRows('campaigns', [row]);
    void queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    return row;
  };
  return {
    /** Idempotent by id. @throws ApiError, NetworkError; as all of these */
    create: async (body: CreateCampaignBody) => shown(await api('POST /api/campaigns', { body })),
    change: async (id: string, body: ChangeCampaignBody) =>
      shown(await api('PUT /api/campaigns/{id}', { params: { id }, body })),
    act: async (id: string, action: CampaignCommand) =>
      shown(await api(`POST /api/campaigns/{id}/${action}`, { params: { id } })),
    /** @param budget of its own from now on; null: none */
    resumeWith: async (id: string, budget: number | null) =>
      shown(await api('POST /api/campaigns/{id}/resume', { params: { id }, body: { budget } })),
    chooseWinner: async (id: string, variant: AbVariant) =>
      shown(await api('POST /api/campaigns/{id}/winner', { params: { id }, body: { variant } })),
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

/** The body of an audience check; all parts are optional. */
export type AudienceQuery = InputOf<'POST /api/campaigns/audience'>['body'];
export type AudienceGroup = InputOf<'POST /api/campaigns/audience/people'>['body']['show'];

export function checkAudience(body: AudienceQuery, signal: AbortSignal): Promise<AudienceCheck> {
  return api('POST /api/campaigns/audience', { body }, { signal });
}

/** @param limit up to 200 */
export async function listAudienceRecipients(
  question: AudienceQuery,
  show: AudienceGroup,
  limit: number,
  signal: AbortSignal,
): Promise<AudienceContact[]> {
  return (await api('POST /api/campaigns/audience/people', { body: { ...question, show, limit } }, { signal })).data;
}
