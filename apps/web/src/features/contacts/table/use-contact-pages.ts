import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type LiveAccount, useAccount } from '../../sync/public.ts';
import { ContactPages, type PagesState } from './contact-pages.ts';
import type { TableQuery } from './table-query.ts';

/** So many questions to the table keep their rows: going back to one shows them at once. */
const questionsKept = 12;
/** Changes gather so long before rows are read again, milliseconds. */
const gatherMs = 400;

const perAccount = new WeakMap<LiveAccount, Map<string, ContactPages>>();

function pagesFor(account: LiveAccount, query: TableQuery): ContactPages {
  const kept = perAccount.get(account) ?? new Map<string, ContactPages>();
  perAccount.set(account, kept);
  const key = JSON.stringify(query);
  const pages = kept.get(key) ?? new ContactPages((route, input) => account.api(route, input), query);
  // The one asked for last is forgotten last.
  kept.delete(key);
  kept.set(key, pages);
  const [oldest] = kept.keys();
  if (kept.size > questionsKept && oldest !== undefined) kept.delete(oldest);
  return pages;
}

/** The rows that answer a question, kept right by the feed. */
export function useContactPages(query: TableQuery): PagesState & { pages: ContactPages } {
  const account = useAccount();
  const key = JSON.stringify(query);
  const pages = useMemo(() => pagesFor(account, JSON.parse(key) as TableQuery), [account, key]);
  useEffect(() => {
    void pages.refresh();
    const { topics } = account.store;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      pages.mend((id) => account.store.row('contacts', id));
      clearTimeout(timer);
      timer = setTimeout(() => void pages.refresh(), gatherMs);
    };
    const stops = [topics.subscribe('contacts', soon), topics.subscribe('connection', soon)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [pages, account]);
  return { ...useSyncExternalStore(pages.subscribe, pages.shown), pages };
}

/** Reads again what is held of every question of the account: something was done with many contacts. */
export function refreshContacts(account: LiveAccount): void {
  for (const pages of perAccount.get(account)?.values() ?? []) void pages.refresh();
}
