import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { type RefObject, useEffect } from 'react';
import { useThreadSearch } from '../../bubble/actions/use-thread-search.ts';
import { EmptyList } from '../empty-list.tsx';
import styles from '../list-pane.module.css';
import { LoadMore } from '../load-more.tsx';
import { ThreadList, type ThreadListHandle, ThreadListSkeleton } from '../thread-list.tsx';
import { SearchGroups } from './search-groups.tsx';
import { readSearched } from './typed-filters.ts';
import type { InboxView } from './views.ts';

type SearchResultsProps = {
  /** Not blank. */
  typed: string;
  view: InboxView;
  selectedId: string | null;
  list: RefObject<ThreadListHandle | null>;
  /** Called with the conversations of the list. */
  onShown: (threads: readonly Thread[]) => void;
};

/** Search results in place of a view's rows, and what was searched. */
export function SearchResults({ view, selectedId, list, onShown, ...props }: SearchResultsProps) {
  const { t } = useLingui();
  const { from, words } = readSearched(props.typed);
  const typed = from ?? words;
  const search = useThreadSearch(typed);
  const { threads, answered, complete, state, readMore } = search;
  useEffect(() => onShown(threads), [onShown, threads]);
  const failed = state === 'failed';
  return (
    <>
      <p className={styles.searched} role="status">
        {answered
          ? t`Searched all conversations you can see`
          : failed
            ? t`Couldn’t reach the server. Searched this device only.`
            : t`Searching all conversations…`}
      </p>
      {threads.length > 0 ? (
        <ThreadList
          ref={list}
          threads={threads}
          selectedId={selectedId}
          view={view}
          filter={typed}
          onNearEnd={complete || failed ? undefined : readMore}
          foot={!complete && <LoadMore pages={search} searching={false} />}
          after={complete && <SearchGroups from={from} words={words} threads={threads} />}
        />
      ) : state === 'reading' ? (
        <ThreadListSkeleton />
      ) : (
        <SearchGroups from={from} words={words} threads={threads}>
          <EmptyList title={t`No results`} foot={failed && <LoadMore pages={search} searching />}>
            {t`Try part of a name, or a few digits of the number.`}
          </EmptyList>
        </SearchGroups>
      )}
    </>
  );
}
