import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Automation } from '@parley/contract/types';
import { IconArrowBackUp, IconArrowForwardUp, IconSettings } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { Button } from '../../../../ui/button.tsx';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { settingsPart } from '../../data/flow-graph.ts';
import type { FlowEditing } from '../../data/use-flow-editing.ts';
import { usePartWords } from '../../data/use-part-words.tsx';
import type { FlowView } from '../../data/view-choice.ts';
import { Problem } from './card.tsx';
import styles from './editor.module.css';
import { FlowList } from './flow-list.tsx';

const FlowCanvas = lazyComponent<{ editing: FlowEditing; panel: boolean }>(
  () => import('../canvas/flow-canvas.tsx').then((module) => module.FlowCanvas),
  { fallback: <div className={styles.scroll} aria-busy /> },
);

export type FlowPaneProps = {
  editing: FlowEditing;
  view: FlowView;
  counts: Automation['counts'];
  undo: (() => void) | null;
  redo: (() => void) | null;
  /** Whether the canvas shows the form of what is open itself; else a column beside it does. */
  panel: boolean;
  /** At the end of the head. */
  children?: ReactNode;
};

/** The flow as a list or on the canvas. */
export function FlowPane({ editing, view, counts, undo, redo, panel, children }: FlowPaneProps) {
  const { t } = useLingui();
  const { edits, moving } = editing;
  const problems = editing.problems.filter(({ part }) => part === 'steps').map(({ msg }) => msg);
  return (
    <section className={styles.pane} data-flow aria-label={t`Steps`}>
      <header className={styles.paneHead}>
        <h2>{t`Flow`}</h2>
        <span className={styles.quiet}>{plural(counts.runs, { one: '# run in 24 h', other: '# runs in 24 h' })}</span>
        <span className={styles.space} />
        {edits && (
          <span className={styles.together}>
            <IconButton
              size="sm"
              label={t`Undo`}
              command="automations.undo"
              disabled={undo === null}
              onClick={() => undo?.()}
            >
              <IconArrowBackUp {...icon} />
            </IconButton>
            <IconButton
              size="sm"
              label={t`Redo`}
              command="automations.redo"
              disabled={redo === null}
              onClick={() => redo?.()}
            >
              <IconArrowForwardUp {...icon} />
            </IconButton>
          </span>
        )}
        {view === 'canvas' && (
          <IconButton size="sm" label={t`Settings`} onClick={() => editing.setOpen(settingsPart)}>
            <IconSettings {...icon} />
          </IconButton>
        )}
        {children}
      </header>
      {moving !== null && <MoveBar editing={editing} id={moving.id} whole={moving.whole} />}
      {problems.length > 0 && view === 'canvas' && (
        <div className={styles.problems}>
          {problems.map((problem) => (
            <Problem key={problem}>{problem}</Problem>
          ))}
        </div>
      )}
      {view === 'canvas' ? (
        <FlowCanvas editing={editing} panel={panel} />
      ) : (
        <div className={styles.scroll}>
          {problems.map((problem) => (
            <Problem key={problem}>{problem}</Problem>
          ))}
          <FlowList editing={editing} />
        </div>
      )}
    </section>
  );
}

function MoveBar({ editing, id, whole }: { editing: FlowEditing; id: string; whole: boolean }) {
  const { t } = useLingui();
  const kind = usePartWords()(editing.flow, id)?.kind ?? '';
  return (
    <div className={styles.moveBar}>
      <span role="status">
        {whole ? t`Choose a new place for “${kind}” and the steps below it.` : t`Choose a new place for “${kind}”.`}
      </span>
      <Button size="sm" onClick={editing.cancelMove}>
        {t`Cancel`}
      </Button>
    </div>
  );
}
