import { useLingui } from '@lingui/react/macro';
import { Handle, type NodeProps, Position } from '@xyflow/react';
import { findStep } from '../../data/flow-edit.ts';
import { useExitNames } from '../../data/use-exit-names.ts';
import { usePartWords } from '../../data/use-part-words.tsx';
import { AddStep } from '../editor/add-step.tsx';
import { problemsOfPart } from '../editor/part-form.tsx';
import { StepMenu } from '../editor/step-menu.tsx';
import styles from './canvas.module.css';
import { CanvasCard } from './canvas-card.tsx';
import { useCanvas } from './canvas-context.ts';

const untouched = 'nodrag nopan nowheel';

/** Trigger, conditions or a step, with what leads to it. */
export function CardNode({ id }: NodeProps) {
  const { editing, at, lifted, focusNode, removeNode } = useCanvas();
  const { flow, edits, moving } = editing;
  const words = usePartWords()(flow, id);
  const name = useWayName(id);
  const { t } = useLingui();
  const step = findStep(flow, id);
  if (words === null) return null;
  const tabIndex = at === id ? 0 : -1;
  return (
    <div className={styles.node} data-node={id}>
      <Ends />
      <Way id={id} name={name} />
      <CanvasCard
        {...words}
        problems={problemsOfPart(editing.problems, id)}
        open={editing.open === id}
        hit={editing.hit === id}
        taken={editing.taken.has(id)}
        lifted={lifted.has(id)}
        where={name === '' ? '' : t`Branch: ${name}`}
        tabIndex={tabIndex}
        onKeyFocus={() => focusNode(id)}
        onOpen={(byKey) => editing.setOpen(id, byKey)}
        actions={
          step !== undefined &&
          edits &&
          moving === null && (
            <span className={untouched}>
              <StepMenu step={step} editing={editing} tabIndex={tabIndex} onRemove={() => removeNode(id)} />
            </span>
          )
        }
      />
    </div>
  );
}

/** A free place. */
export function EndNode({ id }: NodeProps) {
  const { t } = useLingui();
  const { editing, incoming, at, aim } = useCanvas();
  const name = useWayName(id);
  const place = incoming.get(id)?.place;
  if (place == null) return null;
  const isOffered = editing.edits && (editing.moving === null || editing.takes(place));
  return (
    <div className={styles.node} data-node={id} data-end data-aim={aim === id || undefined}>
      <Ends />
      <Way id={id} name={name} />
      {isOffered ? (
        <span className={`${styles.end} ${untouched}`}>
          <AddStep place={place} editing={editing} ends tabIndex={at === id ? 0 : -1} />
        </span>
      ) : (
        <span className={styles.end}>
          <small>{t`Ends`}</small>
        </span>
      )}
    </div>
  );
}

/** The name of the exit that leads to a node. */
function useWayName(id: string): string {
  const { editing, incoming } = useCanvas();
  const place = incoming.get(id)?.place;
  const { names } = useExitNames();
  const step = findStep(editing.flow, place?.after ?? null);
  return step === undefined || place == null ? '' : (names(step)[place.exit] ?? '');
}

/** What leads to a node: its name, and the button that inserts a step before it. */
function Way({ id, name }: { id: string; name: string }) {
  const { editing, incoming, at, aim } = useCanvas();
  const place = incoming.get(id)?.place;
  if (place == null) return null;
  const step = findStep(editing.flow, id);
  const isOffered = editing.edits && step !== undefined && (editing.moving === null || editing.takes(place));
  return (
    <div className={`${styles.exit} ${untouched}`} data-aim={(aim === id && step !== undefined) || undefined}>
      {name !== '' && (
        <span className={styles.wayName} dir="auto" title={name}>
          {name}
        </span>
      )}
      {isOffered && <AddStep place={place} editing={editing} ends={false} tabIndex={at === id ? 0 : -1} />}
    </div>
  );
}

/** Where lines begin and end; jumps leave and arrive at the side. */
function Ends() {
  return (
    <>
      <Handle id="in" type="target" position={Position.Top} isConnectable={false} />
      <Handle id="out" type="source" position={Position.Bottom} isConnectable={false} />
      <Handle id="jump-out" type="source" position={Position.Right} isConnectable={false} />
      <Handle id="jump-in" type="target" position={Position.Right} isConnectable={false} />
    </>
  );
}
