import { comparedAtStart } from '@parley/contract/flow-problems';
import type { FlowProblem } from '@parley/contract/types';
import { findStep, updateStep } from '../../data/flow-edit.ts';
import { conditionsNode, settingsPart, triggerNode } from '../../data/flow-graph.ts';
import type { FlowEditing } from '../../data/use-flow-editing.ts';
import { ConditionsForm } from './conditions-form.tsx';
import styles from './editor.module.css';
import { SettingsForm } from './settings-form.tsx';
import { StepForm } from './step-form.tsx';
import { TriggerForm } from './trigger-form.tsx';

/** The form of a part of the flow, in its card in the list and beside the canvas. */
export function PartForm({ id, editing }: { id: string; editing: FlowEditing }) {
  return (
    <fieldset disabled={!editing.edits} className={styles.form}>
      <Fields id={id} editing={editing} />
    </fieldset>
  );
}

function Fields({ id, editing: { automationId, flow, setFlow } }: { id: string; editing: FlowEditing }) {
  if (id === triggerNode) {
    return <TriggerForm trigger={flow.trigger} onChange={(trigger) => setFlow((was) => ({ ...was, trigger }))} />;
  }
  if (id === conditionsNode) {
    const { conditions } = flow;
    return (
      <ConditionsForm
        conditions={conditions}
        compared={(fields) => comparedAtStart(flow, fields)}
        onChange={(list) => setFlow((was) => ({ ...was, conditions: list }))}
      />
    );
  }
  if (id === settingsPart) {
    return (
      <SettingsForm settings={flow.settings} onChange={(next) => setFlow((was) => ({ ...was, settings: next }))} />
    );
  }
  const step = findStep(flow, id);
  if (step === undefined) return null;
  return (
    <StepForm {...{ automationId, step, flow, setFlow }} onChange={(next) => setFlow((was) => updateStep(was, next))} />
  );
}

/** What is missing in a part, in words. */
export function problemsOfPart(problems: readonly FlowProblem[], id: string): string[] {
  const part = id === triggerNode ? 'trigger' : id === conditionsNode ? 'conditions' : 'step';
  return problems.filter((one) => one.part === part && (part !== 'step' || one.step === id)).map(({ msg }) => msg);
}
