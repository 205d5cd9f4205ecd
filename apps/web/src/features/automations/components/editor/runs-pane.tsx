import { useLingui } from '@lingui/react/macro';
import type { Automation } from '@parley/contract/types';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useRun, useRuns } from '../../data/automations-data.ts';
import { runTones } from '../../data/run-tones.ts';
import { useTraceWords } from '../../data/use-trace-words.ts';
import { RunTrace } from '../run-trace.tsx';
import styles from './editor.module.css';

type Props = {
  automation: Automation;
  first: string | null;
  /** Instead of the title of the list. */
  switcher?: ReactNode;
};

/** Runs, newest first, and why one of them did what it did. @param first a run's id, or `latest` for the list */
export function RunsPane({ automation, first, switcher }: Props) {
  const { t } = useLingui();
  const dates = useDateLabels();
  const { states, reason } = useTraceWords();
  const [chosen, setChosen] = useState(first === 'latest' ? null : first);
  const [only, setOnly] = useState<'all' | 'FAILED'>('all');
  const { data: runs } = useRuns(automation.id, only === 'all' ? undefined : only);
  const { data: run } = useRun(chosen);
  return (
    <section className={styles.pane} aria-label={t`Why did this run?`}>
      <header className={styles.paneHead}>
        {chosen !== null && (
          <IconButton size="sm" label={t`All runs`} onClick={() => setChosen(null)}>
            <IconArrowLeft {...icon} />
          </IconButton>
        )}
        {chosen === null ? (switcher ?? <h2>{t`Runs`}</h2>) : <h2>{t`Why did this run?`}</h2>}
        <span className={styles.space} />
        {chosen === null && (
          <Segments
            label={t`Runs`}
            size="sm"
            segments={[
              { value: 'all', label: t`All` },
              { value: 'FAILED', label: t`Errors` },
            ]}
            value={only}
            onChange={setOnly}
          />
        )}
      </header>
      <div className={styles.scroll}>
        {chosen !== null && run !== undefined && <RunTrace run={run} />}
        {chosen === null && runs?.length === 0 && <p className={styles.hint}>{t`No runs yet`}</p>}
        {chosen === null && runs !== undefined && runs.length > 0 && (
          <ul className={styles.runs}>
            {runs.map((one) => (
              <li key={one.id}>
                <button type="button" onClick={() => setChosen(one.id)}>
                  <b>
                    <bdi>{one.contact_name || t`Contact without a name`}</bdi>
                  </b>
                  <time dateTime={one.started_at}>{dates.short(one.started_at)}</time>
                  <span>
                    <Badge tone={runTones[one.state]}>{states[one.state]}</Badge> {reason(one.reason)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
