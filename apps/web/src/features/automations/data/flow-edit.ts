import { exitsOf } from '@parley/contract/flow-steps';
import type { Flow, FlowStep } from '@parley/contract/types';

/** Where a step stands or could stand: at the start, or behind the n-th exit of another. */
export type Place = { after: string | null; exit: number };

export function newStepId(): string {
  return `s${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`;
}

export function findStep(flow: Flow, id: string | null): FlowStep | undefined {
  return id === null ? undefined : flow.steps.find((step) => step.id === id);
}

/** What is at a place; null when it is free. */
export function targetAt(flow: Flow, { after, exit }: Place): string | null {
  if (after === null) return flow.start;
  const step = findStep(flow, after);
  return step === undefined ? null : (exitsOf(step)[exit] ?? null);
}

export function withExit(step: FlowStep, exit: number, target: string | null): FlowStep {
  switch (step.kind) {
    case 'branch':
      return exit < step.arms.length
        ? { ...step, arms: step.arms.map((arm, at) => (at === exit ? { ...arm, next: target } : arm)) }
        : { ...step, otherwise: target };
    case 'intent':
      return exit < step.intents.length
        ? { ...step, intents: step.intents.map((one, at) => (at === exit ? { ...one, next: target } : one)) }
        : { ...step, otherwise: target };
    case 'ask':
    case 'call_url':
    case 'conversion':
      return exit === 0 ? { ...step, next: target } : { ...step, otherwise: target };
    case 'go_to':
    case 'hand_over':
    case 'stop':
      return step;
    default:
      return { ...step, next: target };
  }
}

function setTarget(flow: Flow, { after, exit }: Place, target: string | null): Flow {
  if (after === null) return { ...flow, start: target };
  return { ...flow, steps: flow.steps.map((step) => (step.id === after ? withExit(step, exit, target) : step)) };
}

export function updateStep(flow: Flow, changed: FlowStep): Flow {
  return { ...flow, steps: flow.steps.map((step) => (step.id === changed.id ? changed : step)) };
}

/** Inserts a step; what was at the place follows it. An ending takes a free place only. */
export function insertStep(flow: Flow, place: Place, step: FlowStep): Flow {
  const following = targetAt(flow, place);
  const linked = exitsOf(step).length === 0 ? step : withExit(step, 0, following);
  return setTarget({ ...flow, steps: [...flow.steps, linked] }, place, step.id);
}

export function placeOf(flow: Flow, id: string): Place | null {
  if (flow.start === id) return { after: null, exit: 0 };
  for (const step of flow.steps) {
    const exit = exitsOf(step).indexOf(id);
    if (exit >= 0) return { after: step.id, exit };
  }
  return null;
}

/** Everything that a step leads to, itself included. */
export function subtree(flow: Flow, id: string | null): string[] {
  const step = findStep(flow, id);
  return step === undefined ? [] : [step.id, ...exitsOf(step).flatMap((exit) => subtree(flow, exit))];
}

/** Removes a step; its first exit takes its place, what is behind the others goes with it. */
export function removeStep(flow: Flow, id: string): Flow {
  const place = placeOf(flow, id);
  const step = findStep(flow, id);
  if (place === null || step === undefined) return flow;
  const [first = null, ...otherExits] = exitsOf(step);
  const gone = new Set([id, ...otherExits.flatMap((exit) => subtree(flow, exit))]);
  const linked = setTarget(flow, place, first);
  return {
    ...linked,
    steps: linked.steps
      .filter((one) => !gone.has(one.id))
      .map((one) => (one.kind === 'go_to' && one.step !== null && gone.has(one.step) ? { ...one, step: null } : one)),
  };
}

/** Removes an arm of a branch, or an intent, and everything behind it. */
export function removeArm(flow: Flow, branchId: string, at: number): Flow {
  const step = findStep(flow, branchId);
  if (step?.kind !== 'branch' && step?.kind !== 'intent') return flow;
  const gone = new Set(subtree(flow, exitsOf(step)[at] ?? null));
  const left = updateStep(flow, withoutArm(step, at));
  return { ...left, steps: left.steps.filter((one) => !gone.has(one.id)) };
}

function withoutArm(step: Extract<FlowStep, { kind: 'branch' | 'intent' }>, at: number): FlowStep {
  if (step.kind === 'branch') return { ...step, arms: step.arms.filter((_arm, index) => index !== at) };
  const intents = step.intents.filter((_one, index) => index !== at);
  return { ...step, intents, sample: intents.some(({ id }) => id === step.sample) ? step.sample : null };
}

/** Whether a step can change places with the one before it. */
export function canMoveUp(flow: Flow, id: string): boolean {
  const place = placeOf(flow, id);
  const before = place === null ? undefined : findStep(flow, place.after);
  const step = findStep(flow, id);
  return before !== undefined && step !== undefined && 'next' in before && 'next' in step && place?.exit === 0;
}

export function moveUp(flow: Flow, id: string): Flow {
  const step = findStep(flow, id);
  const place = placeOf(flow, id);
  if (step === undefined || place?.after == null || !canMoveUp(flow, id)) return flow;
  const above = placeOf(flow, place.after);
  if (above === null) return flow;
  const behind = exitsOf(step)[0] ?? null;
  const shortened = setTarget(flow, place, behind);
  const turned = setTarget(shortened, { after: id, exit: 0 }, place.after);
  return setTarget(turned, above, id);
}

/** Every place of a flow that a step could take: the start, and each exit behind it as views show them. */
export function placesOf(flow: Flow): Place[] {
  const seen = new Set<string>();
  const behind = (id: string | null): Place[] => {
    const step = findStep(flow, id);
    // A file that was imported may lead in circles.
    if (step === undefined || seen.has(step.id)) return [];
    seen.add(step.id);
    return exitsOf(step).flatMap((target, exit) => [{ after: step.id, exit }, ...behind(target)]);
  };
  return [{ after: null, exit: 0 }, ...behind(flow.start)];
}

/** Whether a step has one that follows it, so that it can be moved without the steps below it. */
export function movesAlone(flow: Flow, id: string): boolean {
  const step = findStep(flow, id);
  return step !== undefined && 'next' in step && step.next !== null;
}

/** The last step of a chain whose first exit is free; null when the chain ends by itself. */
function openEnd(flow: Flow, id: string): Place | null {
  const step = findStep(flow, id);
  if (step === undefined || exitsOf(step).length === 0) return null;
  const target = exitsOf(step)[0] ?? null;
  return target === null ? { after: id, exit: 0 } : openEnd(flow, target);
}

/**
 * Moves a step to another place; what was there follows it.
 * @param whole with all steps below it; else only with those behind its other exits
 * @returns the same flow when the step cannot stand there
 */
export function moveStep(flow: Flow, id: string, place: Place, whole: boolean): Flow {
  const step = findStep(flow, id);
  const from = placeOf(flow, id);
  if (step === undefined || from === null || (!whole && !movesAlone(flow, id))) return flow;
  const [first = null, ...sideExits] = exitsOf(step);
  const moved = whole ? subtree(flow, id) : [id, ...sideExits.flatMap((exit) => subtree(flow, exit))];
  const isHere = from.after === place.after && from.exit === place.exit;
  if (isHere || (place.after !== null && moved.includes(place.after))) return flow;
  const lifted = whole ? setTarget(flow, from, null) : setTarget(flow, from, first);
  const freed = whole ? lifted : setTarget(lifted, { after: id, exit: 0 }, null);
  const following = targetAt(freed, place);
  const end = openEnd(freed, id);
  if (following !== null && end === null) return flow;
  const joined = following === null || end === null ? freed : setTarget(freed, end, following);
  return setTarget(joined, place, id);
}

export function canMoveTo(flow: Flow, id: string, place: Place, whole: boolean): boolean {
  return moveStep(flow, id, place, whole) !== flow;
}

/** Whether a copy can follow a step: nothing follows an ending. */
export function canDuplicate(flow: Flow, id: string): boolean {
  const step = findStep(flow, id);
  return step !== undefined && exitsOf(step).length > 0 && flow.steps.length < 100;
}

/** Puts a copy of a step behind it, without what its exits lead to. */
export function duplicateStep(flow: Flow, id: string, copyId: string): Flow {
  const step = findStep(flow, id);
  if (step === undefined || !canDuplicate(flow, id)) return flow;
  return insertStep(flow, { after: id, exit: 0 }, withoutExits({ ...step, id: copyId }));
}

export function withoutExits(step: FlowStep): FlowStep {
  return exitsOf(step).reduce((left, _target, exit) => withExit(left, exit, null), step);
}
