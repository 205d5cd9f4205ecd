import { useLingui } from '@lingui/react/macro';
import type { MissedTarget } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useDurationText } from '../../../ui/use-duration-text.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { useRows } from '../../sync/public.ts';
import { type MissedFilter, useMissedTargets } from '../data/targets-query.ts';
import { useTargetKinds } from '../data/use-target-kinds.ts';
import { NumberTable } from './number-table.tsx';

export type MissedTargetsDialogProps = { title: string; filter: MissedFilter; onClose: () => void };

/** What was not in time, each with a link to its conversation. */
export function MissedTargetsDialog({ title, filter, onClose }: MissedTargetsDialogProps) {
  const { t } = useLingui();
  const { data, error, isError, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useMissedTargets(filter);
  const missed = data?.pages.flatMap((page) => page.data);
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      {isError ? (
        <ProblemState title={t`Couldn’t load the conversations`} error={error} onRetry={() => void refetch()} />
      ) : missed === undefined ? (
        <Skeleton shape="table" label={t`Loading the conversations`} count={4} />
      ) : missed.length === 0 ? (
        <p>{t`None in conversations that you can open.`}</p>
      ) : (
        <MissedTable missed={missed} title={title} />
      )}
      {hasNextPage && <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>{t`Show more`}</Button>}
    </Dialog>
  );
}

function MissedTable({ missed, title }: { missed: readonly MissedTarget[]; title: string }) {
  const { t } = useLingui();
  const times = useTimeLabels();
  const durationText = useDurationText();
  const kinds = useTargetKinds();
  const users = useRows('users');
  return (
    <NumberTable
      label={title}
      heads={[t`Customer`, t`Target`, t`Due`, t`Late by`, t`Member`]}
      rows={missed.map(({ thread_id, contact, kind, due_at, ended_at, member_id }) => {
        const late = Math.floor((Date.parse(ended_at ?? '') - Date.parse(due_at)) / 60_000);
        return {
          key: `${thread_id} ${kind} ${due_at}`,
          name: (
            <Link to="/inbox/$thread_id" params={{ thread_id }}>
              {contact.name || (contact.phone_number ?? contact.username ?? t`Unknown`)}
            </Link>
          ),
          cells: [
            ...[kinds[kind], times.exact(due_at)],
            ended_at === null ? t`still overdue` : durationText(Math.max(1, late)),
            users.find(({ id }) => id === member_id)?.name ?? '–',
          ],
        };
      })}
    />
  );
}
