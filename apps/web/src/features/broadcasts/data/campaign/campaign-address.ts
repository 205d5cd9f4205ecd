import type { InputOf } from '@parley/contract/types';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type FigureId, figureIds, recipientFilterOf } from '../campaign-rules.ts';

export const tabs = ['result', 'message', 'timeline'] as const;
export type CampaignTab = (typeof tabs)[number];

/** The state of the broadcast page in its URL: the view and the recipient filters. */
export type CampaignAddress = {
  tab: CampaignTab;
  figure: FigureId;
  /** An error code of the catalogue, or the reason of an exclusion. */
  reason: string | null;
  search: string;
};

export const allRecipients: Pick<CampaignAddress, 'figure' | 'reason' | 'search'> = {
  figure: 'audience',
  reason: null,
  search: '',
};

export function readAddress(words: Record<string, unknown>): CampaignAddress {
  const text = (name: string) => {
    const value = words[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return {
    tab: tabs.find((tab) => tab === text('tab')) ?? 'result',
    figure: figureIds.find((figure) => figure === text('show')) ?? 'audience',
    reason: text('reason') || null,
    search: text('q'),
  };
}

export function writeAddress({ tab, figure, reason, search }: CampaignAddress): Record<string, unknown> {
  return {
    ...(tab !== 'result' && { tab }),
    ...(figure !== 'audience' && { show: figure }),
    ...(reason !== null && { reason }),
    ...(search !== '' && { q: search }),
  };
}

export type RecipientsQuery = Omit<InputOf<'GET /api/campaigns/{id}/recipients'>['query'], 'limit' | 'cursor'>;

/** The recipient filters as the API takes them. */
export function recipientsQuery({ figure, reason, search }: CampaignAddress): RecipientsQuery {
  return {
    ...recipientFilterOf[figure],
    ...(reason !== null && { reason }),
    ...(search.trim() !== '' && { search: search.trim() }),
  };
}

export function useCampaignAddress() {
  const words = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const address = useMemo(() => readAddress(words), [words]);
  const change = useCallback(
    (part: Partial<CampaignAddress>) => {
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => writeAddress({ ...readAddress(before), ...part }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return { address, change };
}
