import type { Boxes } from './canvas-layout.ts';
import { type FlowGraph, isJump } from './flow-graph.ts';

export type Direction = 'up' | 'down' | 'before' | 'after';

/** The node that an arrow key leads to: along the lines up and down, and to the neighbor of the same row. */
export function neighborAt(graph: FlowGraph, boxes: Boxes, from: string, direction: Direction): string | null {
  const edges = graph.edges.filter((edge) => !isJump(edge));
  if (direction === 'up') return edges.find(({ to }) => to === from)?.from ?? null;
  if (direction === 'down') return edges.find((edge) => edge.from === from)?.to ?? null;
  const parent = edges.find(({ to }) => to === from)?.from;
  const siblings = edges.filter((edge) => edge.from === parent).map(({ to }) => to);
  const step = direction === 'before' ? -1 : 1;
  return siblings[siblings.indexOf(from) + step] ?? neighborOf(boxes, from, siblings, direction);
}

/** The nearest node of the row, beyond those behind the same step. */
function neighborOf(boxes: Boxes, from: string, siblings: readonly string[], direction: Direction): string | null {
  const here = boxes.get(from);
  if (here === undefined) return null;
  const mirrored = isMirrored(boxes, siblings);
  const sign = (direction === 'after') === mirrored ? -1 : 1;
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [id, box] of boxes) {
    const overlaps = box.y < here.y + here.height && box.y + box.height > here.y;
    const distance = (box.x - here.x) * sign;
    if (id === from || !overlaps || distance <= 0 || distance >= least) continue;
    nearest = id;
    least = distance;
  }
  return nearest;
}

function isMirrored(boxes: Boxes, siblings: readonly string[]): boolean {
  const [first, last] = [siblings[0], siblings.at(-1)].map((id) => boxes.get(id ?? '')?.x ?? 0);
  return (first ?? 0) > (last ?? 0);
}
