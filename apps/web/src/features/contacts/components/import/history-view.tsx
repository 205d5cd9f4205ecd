import { useLingui } from '@lingui/react/macro';
import type { ContactImport } from '@parley/contract/types';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../../platform/api.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useFindUser } from '../../../sync/public.ts';
import { historyKey, isActive } from '../../data/import/import-data.ts';
import type { GoTo } from '../../data/import/steps.ts';
import styles from './import.module.css';
import rowStyles from './rows.module.css';
import { stateTones, useStateLabel } from './state-labels.ts';

/** Imports of this account, the latest first. */
export function HistoryView({ goTo }: { goTo: GoTo }) {
  const { t } = useLingui();
  const found = useInfiniteQuery({
    queryKey: historyKey,
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/imports', { query: { limit: 50, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ data }) => data.some(isActive)) ? 2_000 : false),
  });
  if (found.isPending) return <Skeleton shape="table" label={t`Reading`} />;
  if (found.isError)
    return (
      <ProblemState title={t`Couldn’t load the imports`} error={found.error} onRetry={() => void found.refetch()} />
    );
  const rows = found.data.pages.flatMap(({ data }) => data);
  if (rows.length === 0) {
    return (
      <div className={styles.column}>
        <EmptyState
          title={t`No imports yet`}
          actions={
            <Button variant="filled" onClick={() => goTo({ step: 'upload', id: '' })}>
              {t`Import a file`}
            </Button>
          }
        >
          {t`Your imports and their results. You can undo an import for 7 days.`}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <section className={rowStyles.preview} aria-label={t`Earlier imports`}>
        <table className={`${rowStyles.table} ${rowStyles.history}`}>
          <thead>
            <tr>
              <th scope="col">{t`File`}</th>
              <th scope="col">{t`By`}</th>
              <th scope="col">{t`When`}</th>
              <th scope="col" className={rowStyles.figure}>{t`Rows`}</th>
              <th scope="col" className={rowStyles.figure}>{t`Added`}</th>
              <th scope="col" className={rowStyles.figure}>{t`Updated`}</th>
              <th scope="col" className={rowStyles.figure}>{t`Excluded`}</th>
              <th scope="col">{t`Status`}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <HistoryLine key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      </section>
      {found.hasNextPage && (
        <div className={styles.inset}>
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>{t`Show more`}</Button>
        </div>
      )}
    </>
  );
}

function HistoryLine({ row }: { row: ContactImport }) {
  const { t, i18n } = useLingui();
  const words = useStateLabel();
  const findUser = useFindUser();
  const dayText = useDateLabels();
  const number = (value: number) => i18n.number(value);
  const { result } = row;
  const figures: [string, number][] = [
    [t`Rows`, row.rows],
    [t`Added`, result.added],
    [t`Updated`, result.updated],
    [t`Excluded`, result.rejected],
  ];
  return (
    <tr>
      <td>
        <Link to="/contacts/import" search={{ import: row.id }}>
          <bdi>{row.name}</bdi>
        </Link>
      </td>
      <td>
        <bdi>{findUser(row.created_by)?.name ?? row.created_by}</bdi>
      </td>
      <td>
        <time dateTime={row.created_at}>{dayText.exact(row.created_at)}</time>
      </td>
      {figures.map(([word, count]) => (
        <td key={word} className={rowStyles.figure} data-word={word} data-none={count === 0 || undefined}>
          {number(count)}
        </td>
      ))}
      <td>
        <Badge tone={stateTones[row.state]}>{words(row)}</Badge>{' '}
        {row.undo_until !== null && result.added + result.updated > 0 && (
          <Link
            to="/contacts/import"
            search={{ import: row.id, step: 'run' }}
            className={buttonClass({ size: 'sm' })}
            aria-label={t`Undo ${row.name}`}
          >
            {t`Undo`}
          </Link>
        )}
      </td>
    </tr>
  );
}
