import type { AbVariant, InputOf } from '@parley/contract/types';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type FigureId, figureIds, recipientFilterOf } from '../campaign-rules.ts';

export const tabs = ['result', 'links', 'message', 'timeline'] as const;
export type CampaignTab = (typeof tabs)[number];

/** The state of the broadcast page in its URL: the view and the recipient filters. */
export type CampaignAddress = {
  tab: CampaignTab;
  figure: FigureId;
  /** An error code of the catalogue, or the reason of an exclusion. */
  reason: string | null;
  /** The template variable of a tracked link that recipients opened. */
  link: string | null;
  /** The text of a quick reply that recipients tapped. */
  button: string | null;
  /** Only who converted. */
  converted: boolean;
  /** Of an A/B test. */
  variant: AbVariant | null;
  search: string;
};

export const allRecipients: Omit<CampaignAddress, 'tab'> = {
  figure: 'audience',
  reason: null,
  link: null,
  button: null,
  converted: false,
  variant: null,
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
    link: text('link') || null,
    button: text('button') || null,
    converted: text('converted') === '1',
    variant: (['A', 'B'] as const).find((variant) => variant === text('variant')) ?? null,
    search: text('q'),
  };
}

export function writeAddress(address: CampaignAddress): Record<string, unknown> {
  const { tab, figure, reason, link, button, variant, converted, search } = address;
  return {
    ...(tab !== 'result' && { tab }),
    ...(figure !== 'audience' && { show: figure }),
    ...(reason !== null && { reason }),
    ...(link !== null && { link }),
    ...(button !== null && { button }),
    ...(converted && { converted: 1 }),
    ...(variant !== null && { variant }),
    ...(search !== '' && { q: search }),
  };
}

export type RecipientsQuery = Omit<InputOf<'GET /api/campaigns/{id}/recipients'>['query'], 'limit' | 'cursor'>;

/** The recipient filters as the API takes them. */
export function recipientsQuery(address: CampaignAddress): RecipientsQuery {
  const { figure, reason, link, button, variant, converted, search } = address;
  return {
    ...recipientFilterOf[figure],
    ...(converted && { after: 'converted' as const }),
    ...(reason !== null && { reason }),
    ...(link !== null && { link }),
    ...(button !== null && { button }),
    ...(variant !== null && { variant }),
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
