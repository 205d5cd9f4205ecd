import type { CampaignState } from '@parley/contract/types';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

const states: readonly CampaignState[] = ['DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'FINISHED', 'CANCELLED'];
/** Start periods, as days before today. */
export const spans = { today: 0, week: 6, month: 29, quarter: 89 } as const;
export type Span = keyof typeof spans;

/** The state of the history page in its URL; a link shows the same to everyone. */
export type HistoryAddress = {
  state: CampaignState | null;
  channelId: string | null;
  templateId: string | null;
  author: string | null;
  span: Span | null;
  search: string;
  archived: boolean;
  view: HistoryView;
  /** A day of the month or week shown in the calendar; null: today. */
  day: string | null;
};

export const historyViews = ['table', 'month', 'week'] as const;
export type HistoryView = (typeof historyViews)[number];

export const noFilters: Omit<HistoryAddress, 'archived' | 'view' | 'day'> = {
  state: null,
  channelId: null,
  templateId: null,
  author: null,
  span: null,
  search: '',
};

export function readAddress(words: Record<string, unknown>): HistoryAddress {
  const text = (name: string) => {
    const value = words[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return {
    state: states.find((state) => state === text('status').toUpperCase()) ?? null,
    channelId: text('channel') || null,
    templateId: text('template') || null,
    author: text('by') || null,
    span: (Object.keys(spans) as Span[]).find((span) => span === text('started')) ?? null,
    search: text('q'),
    archived: text('archived') === '1',
    view: historyViews.find((view) => view === text('view')) ?? 'table',
    day: /^\d{4}-\d\d-\d\d$/.test(text('day')) && !Number.isNaN(Date.parse(text('day'))) ? text('day') : null,
  };
}

export function writeAddress(address: HistoryAddress): Record<string, unknown> {
  const { state, channelId, templateId, author, span, search, archived, view, day } = address;
  return {
    ...(state !== null && { status: state.toLowerCase() }),
    ...(channelId !== null && { channel: channelId }),
    ...(templateId !== null && { template: templateId }),
    ...(author !== null && { by: author }),
    ...(span !== null && { started: span }),
    ...(search !== '' && { q: search }),
    ...(archived && { archived: '1' }),
    ...(view !== 'table' && { view }),
    ...(view !== 'table' && day !== null && { day }),
  };
}

/** The filters as they are saved: without the archive. */
export function filterWords(address: HistoryAddress): Record<string, string> {
  const words = Object.entries(writeAddress({ ...address, archived: false }));
  return Object.fromEntries(words.map(([name, value]) => [name, String(value)]));
}

/** Whether there is a filter besides the archive and the calendar. */
export function isFiltered(address: HistoryAddress): boolean {
  const { archived: _archived, view: _view, day: _day, ...rest } = address;
  return Object.entries(rest).some(([, value]) => value !== null && value !== '');
}

/** The start of the period, in the time of this device. */
export function startOfSpan(span: Span, now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - spans[span]).toISOString();
}

export function useHistoryAddress() {
  const words = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const address = useMemo(() => readAddress(words), [words]);
  const change = useCallback(
    (part: Partial<HistoryAddress>, replace = true) => {
      void navigate({
        to: '/broadcast/history',
        search: (before) => writeAddress({ ...readAddress(before as Record<string, unknown>), ...part }),
        replace,
      });
    },
    [navigate],
  );
  return { address, change };
}
