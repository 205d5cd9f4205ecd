import { useEffect, useMemo } from 'react';
import { useReadable } from '../../../platform/store.ts';
import { type LiveAccount, useAccount } from '../../sync/public.ts';
import { ContactPages, type PagesState } from './contact-pages.ts';
import type { TableQuery } from './table-query.ts';

/** The number of queries whose rows are kept, so that going back shows them at once. */
const cachedQueries = 12;
/** Debounce of changes before rows are read again, milliseconds. */
const debounceMs = 400;

const perAccount = new WeakMap<LiveAccount, Map<string, ContactPages>>();

function pagesFor(account: LiveAccount, query: TableQuery): ContactPages {
  const kept = perAccount.get(account) ?? new Map<string, ContactPages>();
  perAccount.set(account, kept);
  const key = JSON.stringify(query);
  const pages = kept.get(key) ?? new ContactPages((route, input) => account.api(route, input), query);
  // Least recently used queries are dropped first.
  kept.delete(key);
  kept.set(key, pages);
  const [oldest] = kept.keys();
  if (kept.size > cachedQueries && oldest !== undefined) kept.delete(oldest);
  return pages;
}

/** The rows of a query, kept current by the change feed. */
export function useContactPages(query: TableQuery): PagesState & { pages: ContactPages } {
  const account = useAccount();
  const key = JSON.stringify(query);
  const pages = useMemo(() => pagesFor(account, JSON.parse(key) as TableQuery), [account, key]);
  useEffect(() => {
    void pages.refresh();
    const { topics } = account.store;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      pages.updateRows((id) => account.store.row('contacts', id));
      clearTimeout(timer);
      timer = setTimeout(() => void pages.refresh(), debounceMs);
    };
    const stops = [topics.subscribe('contacts', soon), topics.subscribe('connection', soon)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [pages, account]);
  return { ...useReadable({ get: pages.shown, subscribe: pages.subscribe }), pages };
}

/** Reads the rows of all kept queries again, after a bulk change. */
export function refreshContacts(account: LiveAccount): void {
  for (const pages of perAccount.get(account)?.values() ?? []) void pages.refresh();
}
