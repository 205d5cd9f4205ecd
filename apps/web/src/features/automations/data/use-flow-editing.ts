import type { Flow, FlowProblem, FlowStepKind } from '@parley/contract/types';
import { useState } from 'react';
import {
  canMoveTo,
  duplicateStep,
  findStep,
  insertStep,
  moveStep,
  moveUp,
  newStepId,
  type Place,
  removeStep,
} from './flow-edit.ts';
import { newStep } from './new-step.ts';

/** A step whose new place is being chosen. `whole`: with all steps below it. */
export type Moving = { id: string; whole: boolean };

type Input = {
  automationId: string;
  flow: Flow;
  setFlow: (change: (flow: Flow) => Flow) => void;
  edits: boolean;
  problems: readonly FlowProblem[];
  /** Steps that the conversation tried beside the editor went through, and the one it is about. */
  taken: ReadonlySet<string>;
  hit: string | null;
};

/** What is open, and every edit of steps: the list and the canvas change the flow only here. */
export function useFlowEditing({ flow, setFlow, ...input }: Input) {
  const [opened, setOpened] = useState<{ id: string | null; focus: boolean }>({ id: null, focus: false });
  const open = opened.id;
  const setOpen = (id: string | null, focus = false) => setOpened({ id, focus });
  const [moving, setMoving] = useState<Moving | null>(null);
  const isMoving = moving !== null && findStep(flow, moving.id) !== undefined;
  return {
    flow,
    setFlow,
    ...input,
    /** The part whose form is shown, and whether the keyboard goes into the form. */
    open,
    focusesForm: opened.focus,
    setOpen,
    moving: isMoving ? moving : null,
    /** Closes what is open: a form may cover the places, on phones all of them. */
    startMove: (id: string, whole: boolean) => {
      setOpen(null);
      setMoving({ id, whole });
    },
    cancelMove: () => setMoving(null),
    /** Whether the step that is being moved can stand at a place. */
    takes: (place: Place) => isMoving && canMoveTo(flow, moving.id, place, moving.whole),
    moveTo: (id: string, place: Place, whole: boolean) => {
      setFlow((was) => moveStep(was, id, place, whole));
      setMoving(null);
    },
    insert: (place: Place, kind: FlowStepKind) => {
      const made = newStep(kind);
      setFlow((was) => insertStep(was, place, made));
      setOpen(made.id, true);
    },
    remove: (id: string) => {
      setFlow((was) => removeStep(was, id));
      if (open === id) setOpen(null);
    },
    moveUp: (id: string) => setFlow((was) => moveUp(was, id)),
    duplicate: (id: string) => {
      const copyId = newStepId();
      setFlow((was) => duplicateStep(was, id, copyId));
      setOpen(copyId);
    },
  };
}

export type FlowEditing = ReturnType<typeof useFlowEditing>;
