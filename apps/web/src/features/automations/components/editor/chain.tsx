import { useLingui } from '@lingui/react/macro';
import { exitsOf } from '@parley/contract/flow-steps';
import type { FlowStep } from '@parley/contract/types';
import { IconTrash } from '@tabler/icons-react';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { findStep, type Place, targetAt } from '../../data/flow-edit.ts';
import { numbered } from '../../data/numbered.ts';
import { useExitNames } from '../../data/use-exit-names.ts';
import type { FlowEditing } from '../../data/use-flow-editing.ts';
import { usePartWords } from '../../data/use-part-words.tsx';
import { AddStep } from './add-step.tsx';
import { Card } from './card.tsx';
import styles from './editor.module.css';
import { PartForm, problemsOfPart } from './part-form.tsx';
import { StepMenu } from './step-menu.tsx';

/** The steps from a place on: one below the other, branches side by side. */
export function Chain({ place, editing }: { place: Place; editing: FlowEditing }) {
  const step = findStep(editing.flow, targetAt(editing.flow, place));
  const ends = step === undefined;
  const add = editing.edits && (editing.moving === null || editing.takes(place)) && (
    <div className={styles.add} data-end={ends || undefined}>
      <AddStep place={place} editing={editing} ends={ends} />
    </div>
  );
  if (ends) return add || <p className={styles.end} />;
  return (
    <>
      {add || <span className={styles.line} />}
      <PartCard id={step.id} editing={editing} step={step} />
      <Exits step={step} editing={editing} />
    </>
  );
}

function Exits({ step, editing }: { step: FlowStep; editing: FlowEditing }) {
  const words = useExitNames();
  const names = words.names(step);
  const { id } = step;
  const exits = exitsOf(step);
  if (exits.length === 0) return null;
  if (step.kind === 'branch' || step.kind === 'intent') {
    return (
      <div className={styles.branches}>
        {numbered(names).map(({ key, at, one: name }) => (
          <div key={key} className={styles.branch}>
            <p>{name}</p>
            <Chain place={{ after: id, exit: at }} editing={editing} />
          </div>
        ))}
      </div>
    );
  }
  return (
    <>
      {numbered(names.slice(1)).map(({ key, at, one: name }) => (
        <div key={key} className={styles.aside}>
          <p>{name}</p>
          {exits[at + 1] === null && <small>{words.freeNote(step, at + 1)}</small>}
          <Chain place={{ after: id, exit: at + 1 }} editing={editing} />
        </div>
      ))}
      <Chain place={{ after: id, exit: 0 }} editing={editing} />
    </>
  );
}

/** A card with the form of a part. @param step where the part is one, with what can be done with it */
export function PartCard({ id, editing, step }: { id: string; editing: FlowEditing; step?: FlowStep }) {
  const { t } = useLingui();
  const words = usePartWords()(editing.flow, id);
  if (words === null) return null;
  const { kind } = words;
  const isOpen = editing.open === id;
  return (
    <Card
      {...words}
      problems={problemsOfPart(editing.problems, id)}
      open={isOpen}
      hit={editing.hit === id}
      taken={editing.taken.has(id)}
      lifted={editing.moving?.id === id}
      onToggle={() => editing.setOpen(isOpen ? null : id)}
      actions={
        step !== undefined &&
        editing.edits && (
          <>
            <StepMenu step={step} editing={editing} />
            <IconButton size="sm" label={t`Remove: ${kind}`} onClick={() => editing.remove(id)}>
              <IconTrash {...icon} />
            </IconButton>
          </>
        )
      }
    >
      <PartForm id={id} editing={editing} />
    </Card>
  );
}
