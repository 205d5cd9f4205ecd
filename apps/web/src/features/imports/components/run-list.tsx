import { useLingui } from '@lingui/react/macro';
import type { ImportSource } from '@parley/contract/types';
import { useState } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LogList, LogTime } from '../../../ui/log-list.tsx';
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
      <div className={styles.actions}>
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
  const { t, i18n } = useLingui();
  return (
    <LogList
      log={useRuns(source.id, state)}
      loading={t`Loading runs`}
      failed={t`Couldn’t load runs`}
      empty={
        <EmptyState title={state === null ? t`No runs yet` : t`No runs match`}>
          <p>{state === null ? t`Runs are listed here for 30 days.` : t`Change the filters.`}</p>
        </EmptyState>
      }
      head={[t`Time`, t`Result`, t`Contacts`]}
      cells={(row, open) => {
        const [added, updated] = [i18n.number(row.import?.added ?? 0), i18n.number(row.import?.updated ?? 0)];
        return [
          open(<LogTime at={row.due_at} />),
          <RunState key="state" state={row.state} />,
          row.import !== null && t`${added} added · ${updated} updated`,
        ];
      }}
      details={(row) => <RunDetails row={row} source={source} />}
    />
  );
}
