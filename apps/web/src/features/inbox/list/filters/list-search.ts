import { createStore } from '../../../../platform/store.ts';
import { type LiveAccount, useAccount } from '../../../sync/public.ts';

/** Outlives the list, which a conversation on a phone replaces. */
const useSearched = createStore<{ account: LiveAccount; typed: string } | null>(null);

/** The text searched for in the list; null while its search is closed. */
export function useListSearch(): [typed: string | null, search: (typed: string | null) => void] {
  const account = useAccount();
  const typed = useSearched((searched) => (searched?.account === account ? searched.typed : null));
  return [typed, (next) => (next === null ? closeListSearch() : searchList(account, next))];
}

/** Opens the search of the list with a text. */
export function searchList(account: LiveAccount, typed: string): void {
  useSearched.set({ account, typed });
}

export function closeListSearch(): void {
  useSearched.set(null);
}
