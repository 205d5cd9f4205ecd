import { useLingui } from '@lingui/react/macro';
import type { AutomationRunDetail, FlowStepKind } from '@parley/contract/types';
import { IconBolt, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { smallIcon } from '../../../ui/icon.ts';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { numbered } from '../data/numbered.ts';
import { useTraceWords } from '../data/use-trace-words.ts';
import styles from './run-trace.module.css';
import { stepIcons } from './step-icon.tsx';

/** Every step of a run with its time and what it did. */
export function RunTrace({ run }: { run: AutomationRunDetail }) {
  const { t } = useLingui();
  const { title, words, states, reason } = useTraceWords();
  const dates = useDateLabels();
  const times = useTimeLabels();
  return (
    <div className={styles.trace}>
      <dl>
        <dt>{t`Contact`}</dt>
        <dd>
          {run.thread_id === null ? (
            <bdi>{run.contact_name || t`Contact without a name`}</bdi>
          ) : (
            <Link to="/inbox/$thread_id" params={{ thread_id: run.thread_id }}>
              <bdi>{run.contact_name || t`Contact without a name`}</bdi>
            </Link>
          )}
        </dd>
        <dt>{t`Automation`}</dt>
        <dd>
          <Link to="/automations" search={{ edit: run.automation_id }}>
            {run.automation_name}
          </Link>
        </dd>
        <dt>{t`Version`}</dt>
        <dd>{run.version_number}</dd>
        <dt>{t`Started`}</dt>
        <dd>{dates.exact(run.started_at)}</dd>
        <dt>{t`Result`}</dt>
        <dd>{[states[run.state], reason(run.reason)].filter(Boolean).join(' · ')}</dd>
        {run.due_at !== null && (
          <>
            <dt>{t`Continues`}</dt>
            <dd>{dates.exact(run.due_at)}</dd>
          </>
        )}
      </dl>
      <ol>
        {numbered(run.steps).map(({ key, at, one: step }) => {
          const Sign = at === 0 ? IconBolt : (stepIcons[step.kind as FlowStepKind] ?? IconCircleCheck);
          return (
            <li key={key} data-bad={step.outcome === 'failed' || undefined}>
              <Sign {...smallIcon} />
              <b>{title(step)}</b>
              <time dateTime={step.at}>{times.clock(step.at)}</time>
              <span dir="auto">{words(step)}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
