import { type Edge, MarkerType, type Node } from '@xyflow/react';
import type { Boxes } from '../../data/canvas-layout.ts';
import { conditionsNode, type FlowGraph, isJump, triggerNode } from '../../data/flow-graph.ts';
import type { CanvasState } from './canvas-context.ts';

/** What nodes show comes from the context of the canvas. */
const nothing = {};

/**
 * @param drag a card that follows the pointer
 * @param drags whether cards are dragged at all
 */
export function drawnNodes(
  { graph, boxes, editing }: CanvasState,
  drag: { id: string; x: number; y: number } | null,
  drags: boolean,
): Node[] {
  return graph.nodes.flatMap((node): Node[] => {
    const box = boxes.get(node.id);
    if (box === undefined) return [];
    const { x, y } = drag?.id === node.id ? drag : box;
    return [
      {
        ...{ id: node.id, type: node.part === 'end' ? 'end' : 'card', data: nothing, position: { x, y } },
        ...{ width: box.width, height: box.height, zIndex: drag?.id === node.id ? 1_000 : 0 },
        draggable: drags && editing.edits && node.part === 'step' && editing.moving === null,
        domAttributes: { 'aria-roledescription': undefined },
      },
    ];
  });
}

export function drawnEdges(graph: FlowGraph, boxes: Boxes, taken: ReadonlySet<string>): Edge[] {
  // The conversation begins at the trigger once a step was taken.
  const passed = (id: string) => taken.has(id) || (taken.size > 0 && (id === triggerNode || id === conditionsNode));
  return graph.edges.flatMap((edge): Edge[] => {
    if (!boxes.has(edge.from) || !boxes.has(edge.to)) return [];
    const jump = isJump(edge);
    return [
      {
        ...{ id: edge.id, source: edge.from, target: edge.to, type: jump ? 'jump' : 'way' },
        sourceHandle: jump ? 'jump-out' : 'out',
        targetHandle: jump ? 'jump-in' : 'in',
        className: [jump ? 'jump' : 'way', passed(edge.from) && passed(edge.to) ? 'taken' : ''].join(' '),
        ...(jump && {
          markerEnd: { type: MarkerType.ArrowClosed, width: 18, height: 18, color: 'var(--line-strong)' },
        }),
        // What it says is in the words of its card.
        domAttributes: { 'aria-hidden': true, 'aria-roledescription': undefined },
        ariaLabel: '',
      },
    ];
  });
}
