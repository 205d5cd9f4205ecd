import { useLingui } from '@lingui/react/macro';
import type { ImportSource, ImportSourceRun } from '@parley/contract/types';
import { useState } from 'react';
import { dateFormat } from '../../../platform/date-format.ts';
import { Button } from '../../../ui/button.tsx';
import { CompactTable } from '../../../ui/compact-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FilterMenu } from '../../team/public.ts';
import { type RunState as State, useRuns } from '../data/sources.ts';
import { RunDetails } from './run-details.tsx';
import { RunState, useRunStateText } from './run-state.tsx';
import styles from './sources.module.css';

/** The runs of a source, and the one chosen in the list. */
export function RunList({ source }: { source: ImportSource }) {
  const { t } = useLingui();
  const stateText = useRunStateText();
  const [state, setState] = useState<State>(null);
  return (
    <div className={styles.log}>
      <div className={styles.acts}>
        <FilterMenu
          label={t`Status`}
          choices={(['done', 'unchanged', 'failed', 'skipped'] as const).map((value) => ({
            value,
            label: stateText(value),
          }))}
          value={state}
          onChange={setState}
        />
      </div>
      <Runs source={source} state={state} />
    </div>
  );
}

function Runs({ source, state }: { source: ImportSource; state: State }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<string | null>(null);
  const found = useRuns(source.id, state);
  if (found.isPending) return <Skeleton shape="text" label={t`Loading runs`} count={6} />;
  if (found.isError) {
    return <ProblemState title={t`Couldn't load runs`} error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (found.data.length === 0) {
    return (
      <EmptyState title={state === null ? t`No runs yet` : t`No runs match`}>
        <p>{state === null ? t`Runs are listed here for 30 days.` : t`Change the filters.`}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <CompactTable head={[t`Time`, t`Result`, t`Contacts`]}>
        {found.data.map((row) => (
          <Row
            key={row.id}
            row={row}
            source={source}
            isOpen={row.id === chosen}
            onToggle={() => setChosen(row.id === chosen ? null : row.id)}
          />
        ))}
      </CompactTable>
      {found.hasNextPage && (
        <p>
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>{t`Show more`}</Button>
        </p>
      )}
    </>
  );
}

type RowProps = { row: ImportSourceRun; source: ImportSource; isOpen: boolean; onToggle: () => void };

function Row({ row, source, isOpen, onToggle }: RowProps) {
  const { t, i18n } = useLingui();
  const time = dateFormat(i18n.locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const [added, updated] = [i18n.number(row.import?.added ?? 0), i18n.number(row.import?.updated ?? 0)];
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <td>
          <button type="button" className={styles.open} aria-expanded={isOpen} onClick={onToggle}>
            <time dateTime={row.due_at}>{time.format(new Date(row.due_at))}</time>
          </button>
        </td>
        <td>
          <RunState state={row.state} />
        </td>
        <td>{row.import !== null && t`${added} added · ${updated} updated`}</td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={3} className={styles.detailCell}>
            <RunDetails row={row} source={source} />
          </td>
        </tr>
      )}
    </>
  );
}
