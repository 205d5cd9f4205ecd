import { exitsOf } from '@parley/contract/flow-steps';
import type { Flow } from '@parley/contract/types';
import { useRef, useState } from 'react';

type SetFlow = (change: (flow: Flow) => Flow) => void;

const most = 100;
/** Changes of a text within this time are one. */
const gatherMs = 1_000;

/** Undo and redo of changes made here; both views share it. */
export function useFlowHistory(flow: Flow, apply: SetFlow) {
  const [past, setPast] = useState<readonly Flow[]>([]);
  const [future, setFuture] = useState<readonly Flow[]>([]);
  const latest = useRef(flow);
  const changedAt = useRef(0);
  const show = (next: Flow) => {
    latest.current = next;
    apply(() => next);
  };
  latest.current = flow;
  const setFlow: SetFlow = (change) => {
    const was = latest.current;
    const next = change(was);
    if (next === was) return;
    const gathers = Date.now() - changedAt.current < gatherMs && shapeOf(was) === shapeOf(next);
    changedAt.current = Date.now();
    if (!gathers || past.length === 0) setPast((list) => [...list, was].slice(-most));
    setFuture([]);
    show(next);
  };
  const step = (from: readonly Flow[], setFrom: (list: readonly Flow[]) => void, setTo: typeof setPast) => {
    const target = from.at(-1);
    if (target === undefined) return;
    const was = latest.current;
    changedAt.current = 0;
    setFrom(from.slice(0, -1));
    setTo((list) => [...list, was]);
    show(target);
  };
  return {
    setFlow,
    undo: past.length === 0 ? null : () => step(past, setPast, setFuture),
    redo: future.length === 0 ? null : () => step(future, setFuture, setPast),
  };
}

function shapeOf({ start, steps }: Flow): string {
  return JSON.stringify([start, ...steps.map((step) => [step.id, exitsOf(step)])]);
}
