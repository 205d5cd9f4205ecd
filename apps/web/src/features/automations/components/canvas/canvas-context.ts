import { createContext, useContext } from 'react';
import type { Boxes } from '../../data/canvas-layout.ts';
import type { FlowEdge, FlowGraph } from '../../data/flow-graph.ts';
import type { FlowEditing } from '../../data/use-flow-editing.ts';

/** What nodes of the canvas share. */
export type CanvasState = {
  editing: FlowEditing;
  graph: FlowGraph;
  boxes: Boxes;
  /** The edge of the place that a node stands at, by node. */
  incoming: ReadonlyMap<string, FlowEdge>;
  /** The node in the tab order. */
  at: string;
  /** Steps that are dragged, and the node at whose place they would be dropped. */
  lifted: ReadonlySet<string>;
  aim: string | null;
  focusNode: (id: string) => void;
  removeNode: (id: string) => void;
};

export const CanvasContext = createContext<CanvasState | null>(null);

export function useCanvas(): CanvasState {
  const state = useContext(CanvasContext);
  if (state === null) throw new Error('a node of the canvas outside of it');
  return state;
}
