import { useLingui } from '@lingui/react/macro';
import type { Automation, Flow, FlowProblem } from '@parley/contract/types';
import { IconMessage2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { Segments } from '../../../../ui/segments.tsx';
import { useBelow } from '../../../../ui/use-media.ts';
import { useFlowEditing } from '../../data/use-flow-editing.ts';
import { useTrial } from '../../data/use-trial.ts';
import { chooseTries, useViewChoice } from '../../data/view-choice.ts';
import styles from './editor.module.css';
import { FlowPane } from './flow-pane.tsx';
import { PartPanel } from './part-panel.tsx';
import { RunsPane } from './runs-pane.tsx';
import { TryPane } from './try-pane.tsx';
import { TryTrace } from './try-trace.tsx';
import { useFlowView, ViewSwitch } from './view-switch.tsx';

export type Pane = 'flow' | 'try' | 'runs';

type Props = {
  automation: Automation;
  /** The run that is shown first. */
  first: string | null;
  flow: Flow;
  setFlow: (change: (flow: Flow) => Flow) => void;
  problems: readonly FlowProblem[];
  undo: (() => void) | null;
  redo: (() => void) | null;
  edits: boolean;
  /** Where there is no room for columns, the one that is shown. */
  pane: Pane;
  asColumns: boolean;
  /** How often it was published here: then its runs are of interest. */
  published: number;
};

/** The flow, the conversation to try it, and what happened in it or in real runs. */
export function EditorPanes({ automation, first, flow, setFlow, problems, edits, pane, asColumns, ...rest }: Props) {
  const phone = useBelow('md');
  const view = useFlowView();
  const blocked = problems.length > 0;
  const trial = useTrial(flow, blocked || !edits);
  const tries = useViewChoice((choice) => choice.tries) && edits;
  // On a phone the flow stands behind another tab: what was tried stays marked there.
  const marks = tries || !asColumns ? trial : { taken: new Set<string>(), hit: null };
  const editing = useFlowEditing({
    automationId: automation.id,
    flow,
    setFlow,
    edits,
    problems,
    taken: marks.taken,
    hit: marks.hit,
  });
  const isTrying = asColumns ? tries : pane === 'try' && edits;
  const showsFlow = asColumns || pane === 'flow' || (pane === 'try' && !phone);
  const formBeside = asColumns && view === 'canvas' && editing.open !== null;
  return (
    <div
      className={styles.panes}
      data-all={asColumns || undefined}
      data-try={isTrying || undefined}
      data-beside={(!asColumns && isTrying && showsFlow) || undefined}
    >
      {showsFlow && (
        <FlowPane
          editing={editing}
          view={view}
          counts={automation.counts}
          undo={rest.undo}
          redo={rest.redo}
          panel={!asColumns}
        >
          {!asColumns && <ViewSwitch />}
          {asColumns && edits && !tries && <OpenTry />}
        </FlowPane>
      )}
      {isTrying && (
        <TryPane
          trial={trial}
          blocked={blocked}
          withTrace={!asColumns}
          {...(asColumns && { onClose: () => chooseTries(false) })}
        />
      )}
      {formBeside ? (
        <PartPanel id={editing.open ?? ''} editing={editing} />
      ) : (
        (asColumns || pane === 'runs') && (
          <Happened automation={automation} first={first} trial={isTrying ? trial : null} published={rest.published} />
        )
      )}
    </div>
  );
}

function OpenTry() {
  const { t } = useLingui();
  return (
    <Button size="sm" onClick={() => chooseTries(true)}>
      <IconMessage2 {...smallIcon} />
      {t`Try it`}
    </Button>
  );
}

type HappenedProps = {
  automation: Automation;
  first: string | null;
  /** null where no conversation is tried. */
  trial: ReturnType<typeof useTrial> | null;
  published: number;
};

/** The trace of the conversation that is tried, or real runs. */
function Happened({ automation, first, trial, published }: HappenedProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState<'trace' | 'runs'>('runs');
  const said = trial?.run?.messages.length ?? 0;
  useEffect(() => {
    if (said > 0) setShown('trace');
  }, [said]);
  useEffect(() => {
    if (published > 0) setShown('runs');
  }, [published]);
  const switcher = trial !== null && (
    <Segments
      label={t`What happened`}
      size="sm"
      segments={[
        { value: 'trace', label: t`Trace` },
        { value: 'runs', label: t`Runs` },
      ]}
      value={shown}
      onChange={setShown}
    />
  );
  if (trial === null || shown === 'runs') {
    return <RunsPane automation={automation} first={first} {...(switcher !== false && { switcher })} />;
  }
  return (
    <section className={styles.pane} aria-label={t`Trace`}>
      <header className={styles.paneHead}>{switcher}</header>
      <div className={styles.scroll}>
        <TryTrace trial={trial} />
      </div>
    </section>
  );
}
