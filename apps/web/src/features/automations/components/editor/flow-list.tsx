import { conditionsNode, settingsPart, triggerNode } from '../../data/flow-graph.ts';
import type { FlowEditing } from '../../data/use-flow-editing.ts';
import { Chain, PartCard } from './chain.tsx';

/** Trigger, conditions, settings and steps, one below the other; the open one shows its form. */
export function FlowList({ editing }: { editing: FlowEditing }) {
  return (
    <>
      {[triggerNode, conditionsNode, settingsPart].map((id) => (
        <PartCard key={id} id={id} editing={editing} />
      ))}
      <Chain place={{ after: null, exit: 0 }} editing={editing} />
    </>
  );
}
