import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useRows } from '../../sync/public.ts';
import { type RatingFilter, useRatings } from '../data/use-ratings.ts';
import { RatingList } from './rating-list.tsx';
import styles from './ratings.module.css';

const pageRows = 50;

/** The ratings behind a figure, each with a link to its conversation. */
export function RatingsDialog({
  title,
  filter,
  onClose,
}: {
  title: string;
  filter: RatingFilter;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { data, error, isError, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useRatings(
    filter,
    pageRows,
  );
  const users = useRows('users');
  const names = useMemo(() => new Map(users.map(({ id, name }) => [id, name])), [users]);
  const ratings = data?.pages.flatMap((page) => page.data);
  return (
    <Dialog title={title} onClose={onClose}>
      {isError ? (
        <ProblemState title={t`Couldn’t load the ratings`} error={error} onRetry={() => void refetch()} />
      ) : ratings === undefined ? (
        <Skeleton shape="table" label={t`Loading the ratings`} count={4} />
      ) : ratings.length === 0 ? (
        <p className={styles.quiet}>{t`No ratings of conversations that you can open.`}</p>
      ) : (
        <RatingList ratings={ratings} names={names} />
      )}
      {hasNextPage && <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>{t`Show more`}</Button>}
    </Dialog>
  );
}
