import { useLingui } from '@lingui/react/macro';
import type { Segment } from '@parley/contract/types';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Shown while the filter of a segment is unknown: showing all contacts instead would be wrong. */
export function UnknownSegment({ query }: { query: UseQueryResult<Segment[]> }) {
  const { t } = useLingui();
  if (query.isFetching || query.isPending) return <Skeleton shape="table" label={t`Reading`} count={8} />;
  if (query.isError) {
    return <ProblemState title={t`Couldn’t load this`} error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <EmptyState
      title={t`This segment no longer exists`}
      actions={<Link to="/contacts" search={{}} className={buttonClass({ variant: 'filled' })}>{t`Back`}</Link>}
    >
      <p>{t`The list was deleted, or the link is wrong. Its contacts are still in All contacts.`}</p>
    </EmptyState>
  );
}
