import { useLingui } from '@lingui/react/macro';
import type { Flow, FlowProblem, FlowStep } from '@parley/contract/types';
import { IconArrowUp, IconTrash } from '@tabler/icons-react';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import {
  canMoveUp,
  findStep,
  insertStep,
  moveUp,
  type Place,
  removeStep,
  targetAt,
  updateStep,
} from '../../data/flow-edit.ts';
import { newStep } from '../../data/new-step.ts';
import { numbered } from '../../data/numbered.ts';
import { useFlowWords } from '../../data/use-flow-words.ts';
import { stepIcons } from '../step-icon.tsx';
import { AddStep } from './add-step.tsx';
import { Card } from './card.tsx';
import styles from './editor.module.css';
import { StepForm } from './step-form.tsx';

export type Shared = {
  flow: Flow;
  setFlow: (change: (flow: Flow) => Flow) => void;
  edits: boolean;
  open: string | null;
  setOpen: (id: string | null) => void;
  problems: readonly FlowProblem[];
};

/** The steps from a place on: one below the other, branches side by side. */
export function Chain({ place, shared }: { place: Place; shared: Shared }) {
  const { flow, setFlow, edits, setOpen } = shared;
  const target = targetAt(flow, place);
  const step = findStep(flow, target);
  const add = edits && (
    <AddStep
      ends={step === undefined}
      onAdd={(kind) => {
        const made = newStep(kind);
        setFlow((was) => insertStep(was, place, made));
        setOpen(made.id);
      }}
    />
  );
  if (step === undefined) return add || <p className={styles.end} />;
  return (
    <>
      {add || <span className={styles.line} />}
      <StepCard step={step} shared={shared} />
      <Exits step={step} shared={shared} />
    </>
  );
}

function Exits({ step, shared }: { step: FlowStep; shared: Shared }) {
  const { t } = useLingui();
  const { id } = step;
  if (step.kind === 'go_to' || step.kind === 'hand_over' || step.kind === 'stop') return null;
  if (step.kind === 'branch') {
    return (
      <div className={styles.branches}>
        {numbered(step.arms).map(({ key, at, one: arm }) => (
          <div key={key} className={styles.branch}>
            <p>{arm.name || t`Branch ${at + 1}`}</p>
            <Chain place={{ after: id, exit: at }} shared={shared} />
          </div>
        ))}
        <div className={styles.branch}>
          <p>{t`Otherwise`}</p>
          <Chain place={{ after: id, exit: step.arms.length }} shared={shared} />
        </div>
      </div>
    );
  }
  return (
    <>
      {step.kind === 'ask' && (
        <div className={styles.aside}>
          <p>{t`Without a valid answer`}</p>
          {step.otherwise === null && (
            <small>{t`Assigned to a person after the last retry; ends without an answer.`}</small>
          )}
          <Chain place={{ after: id, exit: 1 }} shared={shared} />
        </div>
      )}
      {step.kind === 'call_url' && (
        <div className={styles.aside}>
          <p>{t`Without a good answer`}</p>
          {step.otherwise === null && <small>{t`The run ends here and counts as an error.`}</small>}
          <Chain place={{ after: id, exit: 1 }} shared={shared} />
        </div>
      )}
      <Chain place={{ after: id, exit: 0 }} shared={shared} />
    </>
  );
}

function StepCard({ step, shared }: { step: FlowStep; shared: Shared }) {
  const { t } = useLingui();
  const { flow, setFlow, edits, open, setOpen, problems } = shared;
  const words = useFlowWords();
  const Sign = stepIcons[step.kind];
  const kind = words.kinds[step.kind];
  const target = step.kind === 'go_to' ? findStep(flow, step.step) : undefined;
  const title = target === undefined ? words.detail(step) : `${words.kinds[target.kind]}: ${words.detail(target)}`;
  const isOpen = open === step.id;
  return (
    <Card
      icon={<Sign {...icon} />}
      kind={kind}
      title={title}
      problems={problems.filter((one) => one.step === step.id).map(({ msg }) => msg)}
      open={isOpen}
      onToggle={() => setOpen(isOpen ? null : step.id)}
      actions={
        edits && (
          <>
            {canMoveUp(flow, step.id) && (
              <IconButton size="sm" label={t`Move up: ${kind}`} onClick={() => setFlow((was) => moveUp(was, step.id))}>
                <IconArrowUp {...icon} />
              </IconButton>
            )}
            <IconButton size="sm" label={t`Remove: ${kind}`} onClick={() => setFlow((was) => removeStep(was, step.id))}>
              <IconTrash {...icon} />
            </IconButton>
          </>
        )
      }
    >
      <fieldset disabled={!edits} className={styles.form}>
        <StepForm
          step={step}
          flow={flow}
          setFlow={setFlow}
          onChange={(next) => setFlow((was) => updateStep(was, next))}
        />
      </fieldset>
    </Card>
  );
}
