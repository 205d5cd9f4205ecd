import { exitsOf } from '@parley/contract/flow-steps';
import type { Flow, FlowStep } from '@parley/contract/types';
import { type Place, withExit, withoutExits } from './flow-edit.ts';

/*
 * The flow as boxes and lines, for the canvas. It holds nothing that the flow does not: positions are worked out when it
 * is drawn.
 */

export type FlowNode =
  | { id: typeof triggerNode; part: 'trigger'; trigger: Flow['trigger']; settings: Flow['settings'] }
  | { id: typeof conditionsNode; part: 'conditions'; conditions: Flow['conditions'] }
  /** A step without its exits, which are edges. */
  | { id: string; part: 'step'; step: FlowStep }
  /** A free place. */
  | { id: string; part: 'end' };

/** `place` is the exit that the edge draws; a jump has none. */
export type FlowEdge = { id: string; from: string; to: string; place: Place | null };
export type FlowGraph = { nodes: FlowNode[]; edges: FlowEdge[] };

// No step can have these ids: steps have no colon in theirs.
export const triggerNode = ':trigger';
export const conditionsNode = ':conditions';
/** No node, but opened as one. */
export const settingsPart = ':settings';

export function endId({ after, exit }: Place): string {
  return `:end:${after ?? ''}:${exit}`;
}

/** What an edge of a place comes from. */
function originOf({ after }: Place): string {
  return after ?? conditionsNode;
}

export function flowToGraph(flow: Flow): FlowGraph {
  const nodes: FlowNode[] = [
    { id: triggerNode, part: 'trigger', trigger: flow.trigger, settings: flow.settings },
    { id: conditionsNode, part: 'conditions', conditions: flow.conditions },
  ];
  const edges: FlowEdge[] = [{ id: ':conditions', from: triggerNode, to: conditionsNode, place: null }];
  const lead = (place: Place, target: string | null) => {
    const to = target ?? endId(place);
    if (target === null) nodes.push({ id: to, part: 'end' });
    edges.push({ id: `${originOf(place)}:${place.exit}`, from: originOf(place), to, place });
  };
  lead({ after: null, exit: 0 }, flow.start);
  for (const step of flow.steps) {
    nodes.push({ id: step.id, part: 'step', step: withoutJump(withoutExits(step)) });
    for (const [exit, target] of exitsOf(step).entries()) lead({ after: step.id, exit }, target);
    if (step.kind === 'go_to' && step.step !== null) {
      edges.push({ id: `${step.id}:jump`, from: step.id, to: step.step, place: null });
    }
  }
  return { nodes, edges };
}

export function isJump(edge: FlowEdge): boolean {
  return edge.place === null && edge.from !== triggerNode;
}

function withoutJump(step: FlowStep): FlowStep {
  return step.kind === 'go_to' ? { ...step, step: null } : step;
}

/** @throws when the trigger or the conditions are missing */
export function graphToFlow({ nodes, edges }: FlowGraph): Flow {
  const trigger = nodes.find((node) => node.part === 'trigger');
  const conditions = nodes.find((node) => node.part === 'conditions');
  if (trigger === undefined || conditions === undefined) throw new Error('a flow has a trigger and conditions');
  const ends = new Set(nodes.filter(({ part }) => part === 'end').map(({ id }) => id));
  const targets = new Map<string, FlowEdge[]>();
  for (const edge of edges) targets.set(edge.from, [...(targets.get(edge.from) ?? []), edge]);
  const leadsTo = ({ to }: FlowEdge) => (ends.has(to) ? null : to);
  const first = targets.get(conditionsNode)?.[0];
  const steps = nodes.flatMap((node) => {
    if (node.part !== 'step') return [];
    let { step } = node;
    for (const edge of targets.get(node.id) ?? []) {
      if (edge.place !== null) step = withExit(step, edge.place.exit, leadsTo(edge));
      else if (step.kind === 'go_to') step = { ...step, step: edge.to };
    }
    return [step];
  });
  return {
    ...{ trigger: trigger.trigger, conditions: conditions.conditions },
    ...{ start: first === undefined ? null : leadsTo(first), steps, settings: trigger.settings },
  };
}
