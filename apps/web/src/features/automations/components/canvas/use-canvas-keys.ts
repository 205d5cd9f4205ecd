import type { KeyboardEvent } from 'react';
import { type Direction, neighborAt } from '../../data/canvas-neighbors.ts';
import { findStep, placesOf, targetAt } from '../../data/flow-edit.ts';
import { endId } from '../../data/flow-graph.ts';
import type { CanvasState } from './canvas-context.ts';

const panPx = 80;

type Moves = {
  pan: (x: number, y: number) => void;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
  /** Presses a button of a node. */
  press: (id: string, button: string) => void;
};

/** Keys on the canvas: arrows follow the lines, and while a step is moved, from place to place. */
export function canvasKeys(state: CanvasState, isMirrored: boolean, moves: Moves) {
  const { editing, graph, boxes, at } = state;
  const arrows: Record<string, Direction> = {
    ...{ ArrowUp: 'up', ArrowDown: 'down' },
    ...{ ArrowLeft: isMirrored ? 'after' : 'before', ArrowRight: isMirrored ? 'before' : 'after' },
  };
  const step = findStep(editing.flow, at);
  const go = (key: string) => {
    const direction = arrows[key] ?? 'down';
    const to = editing.moving === null ? neighborAt(graph, boxes, at, direction) : nextPlace(state, direction);
    if (to !== null) state.focusNode(to);
  };
  const pan = (key: string) => {
    const far = key === 'ArrowUp' || key === 'ArrowLeft' ? panPx : -panPx;
    if (key === 'ArrowUp' || key === 'ArrowDown') moves.pan(0, far);
    else moves.pan(far, 0);
  };
  const run = (event: KeyboardEvent): boolean => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (arrows[key] !== undefined) {
      if (event.shiftKey) pan(key);
      else go(key);
    } else if (key === 'Home') state.focusNode(graph.nodes[0]?.id ?? at);
    else if (key === '+' || key === '=') moves.zoomIn();
    else if (key === '-') moves.zoomOut();
    else if (key === '0') moves.fit();
    else if (key === 'Escape' && editing.moving !== null) {
      const { id } = editing.moving;
      editing.cancelMove();
      state.focusNode(id);
    } else if (key === 'Escape' && editing.open !== null) editing.setOpen(null);
    else return editing.edits && editing.moving === null && edit(key);
    return true;
  };
  const edit = (key: string): boolean => {
    if ((key === 'Delete' || key === 'Backspace') && step !== undefined) state.removeNode(at);
    else if (key.toLowerCase() === 'm' && step !== undefined) editing.startMove(at, true);
    else if (key.toLowerCase() === 'a') {
      const behind = graph.edges.find(({ from, place }) => from === at && place !== null)?.to;
      if (behind === undefined) return false;
      moves.press(behind, '[data-add]');
    } else return false;
    return true;
  };
  return (event: KeyboardEvent) => {
    if (!run(event)) return;
    event.preventDefault();
    // The keys of the page are for what is outside.
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
  };
}

/** The nodes at the places that take the step that is moved. */
export function targetNodes({ editing }: Pick<CanvasState, 'editing'>): string[] {
  return placesOf(editing.flow)
    .filter(editing.takes)
    .map((place) => targetAt(editing.flow, place) ?? endId(place));
}

function nextPlace(state: CanvasState, direction: Direction): string | null {
  const targets = targetNodes(state);
  const step = direction === 'up' || direction === 'before' ? -1 : 1;
  const now = targets.indexOf(state.at);
  return targets.at((now + step) % targets.length) ?? null;
}
