import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { choiceOf, filterOf, type HistoryChoice, type HistoryFilter } from './filters.ts';

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
