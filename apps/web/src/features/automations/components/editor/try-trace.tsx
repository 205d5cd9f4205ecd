import { useLingui } from '@lingui/react/macro';
import type { FlowStepKind, RunStep } from '@parley/contract/types';
import { IconBolt, IconCircleCheck } from '@tabler/icons-react';
import { smallIcon } from '../../../../ui/icon.ts';
import { numbered } from '../../data/numbered.ts';
import { useTraceWords } from '../../data/use-trace-words.ts';
import { linesOf, type Trial } from '../../data/use-trial.ts';
import { stepIcons } from '../step-icon.tsx';
import styles from './editor.module.css';
import trace from './try.module.css';

/** What the automation did, line by line; the chosen line shows its step in the flow. */
export function TryTrace({ trial }: { trial: Trial }) {
  const { t } = useLingui();
  const { states, reason } = useTraceWords();
  const { run } = trial;
  if (run === undefined || run.steps.length === 0) {
    return <p className={styles.hint}>{t`Write a message under “Try it” to see what each step does.`}</p>;
  }
  return (
    <ol className={trace.trace}>
      {numbered(linesOf(run)).map(({ key, one: line }) =>
        'said' in line ? (
          <li key={key} className={trace.said}>
            <span dir="auto">{t`Customer: “${line.said}”`}</span>
          </li>
        ) : (
          <TraceLine
            key={key}
            step={line.step}
            chosen={trial.line === line.at}
            onChoose={() => trial.choose(line.at)}
          />
        ),
      )}
      {run.state !== null && (
        <li className={trace.said}>{[states[run.state], reason(run.reason)].filter(Boolean).join(' · ')}</li>
      )}
    </ol>
  );
}

function TraceLine({ step, chosen, onChoose }: { step: RunStep; chosen: boolean; onChoose: () => void }) {
  const { title, words } = useTraceWords();
  const Sign = step.kind === 'trigger' ? IconBolt : (stepIcons[step.kind as FlowStepKind] ?? IconCircleCheck);
  return (
    <li data-bad={step.outcome === 'failed' || undefined}>
      <button type="button" aria-pressed={chosen} onClick={onChoose}>
        <Sign {...smallIcon} />
        <b>{title(step)}</b>
        {words(step) !== '' && <span dir="auto">{words(step)}</span>}
      </button>
    </li>
  );
}
