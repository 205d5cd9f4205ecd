import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type HistoryChoice, noChoice, statusChoices } from './history-filters.tsx';
import type { HistoryFilter } from './use-history.ts';

const statusNumbers: Readonly<Record<string, number>> = { failed: -1, queued: 0, sent: 1, delivered: 2, read: 3 };
const dayMs = 24 * 3_600_000;

/** Filters in the address, so that they survive reload and can be shared. */
export function useHistoryAddress(): {
  choice: HistoryChoice;
  filter: HistoryFilter;
  change: (choice: HistoryChoice) => void;
} {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const choice = choiceOf(search);
  const key = JSON.stringify(choice);
  const filter = useMemo(() => filterOf(JSON.parse(key) as HistoryChoice, Date.now()), [key]);
  const change = (next: HistoryChoice) => {
    const given = Object.entries(next).filter(([, value]) => value !== null);
    void navigate({ to: '/compose/history', search: Object.fromEntries(given), replace: true });
  };
  return { choice, filter, change };
}

/** What is no choice is left out. */
export function choiceOf(search: Record<string, unknown>): HistoryChoice {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
  const among = <T extends string>(name: string, known: readonly T[]): T | null =>
    known.find((one) => one === text(name)) ?? null;
  return {
    ...noChoice,
    days: among('days', ['1', '7', '30']),
    status: among('status', statusChoices),
    channel: text('channel'),
    by: text('by'),
    template: text('template'),
    origin: among('origin', ['WEB_APP', 'API']),
  };
}

/** @param nowMs the days are counted back from it */
export function filterOf(choice: HistoryChoice, nowMs: number): HistoryFilter {
  const { days, status, channel, by, template, origin } = choice;
  const number = status === null ? undefined : statusNumbers[status];
  return {
    ...(days !== null && { from: new Date(nowMs - Number(days) * dayMs).toISOString() }),
    ...(number !== undefined && { status: number }),
    ...((status === 'held' || status === 'unknown') && { send_state: status }),
    ...(channel !== null && { channel_id: channel }),
    ...(by !== null && { created_by: by }),
    ...(template !== null && { template_id: template }),
    ...(origin !== null && { medium: origin }),
  };
}
