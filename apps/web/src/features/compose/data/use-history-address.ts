import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { choiceOf, filterOf, type HistoryChoice, type HistoryFilter } from './history-filter.ts';

/** Filters in the URL, so that they survive a reload and can be shared. */
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
