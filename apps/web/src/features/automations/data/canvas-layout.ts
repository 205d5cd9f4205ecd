import { Graph, layout } from '@dagrejs/dagre';
import { type FlowGraph, type FlowNode, isJump } from './flow-graph.ts';

export type Box = { x: number; y: number; width: number; height: number };
export type Boxes = ReadonlyMap<string, Box>;

export const cardWidth = 264;
const cardHeight = 70;
const problemHeight = 26;
const endWidth = 132;
const endHeight = 36;
/** Room for the name of an exit and the button that inserts a step. */
const betweenRanks = 66;
const betweenNodes = 32;

/** @param hasProblem whether a line below the card says what is missing */
export function sizeOf(node: FlowNode, hasProblem: boolean): { width: number; height: number } {
  if (node.part === 'end') return { width: endWidth, height: endHeight };
  return { width: cardWidth, height: cardHeight + (hasProblem ? problemHeight : 0) };
}

/**
 * Where everything stands: top down, exits beside each other in their order. Jumps do not move anything.
 * @param problems ids of the nodes that have any @param mirrored for pages that read from right to left
 */
export function layOut(graph: FlowGraph, problems: ReadonlySet<string>, mirrored = false): Boxes {
  const drawn = new Graph({ compound: false, multigraph: false });
  drawn.setGraph({ rankdir: 'TB', nodesep: betweenNodes, ranksep: betweenRanks, marginx: 0, marginy: 0 });
  drawn.setDefaultEdgeLabel(() => ({}));
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const edges = graph.edges.filter((edge) => !isJump(edge));
  // The order of insertion is the order of exits; nodes are visited as views show them.
  const add = (id: string) => {
    const node = nodes.get(id);
    if (node === undefined || drawn.hasNode(id)) return;
    drawn.setNode(id, sizeOf(node, problems.has(id)));
    for (const edge of edges) if (edge.from === id) add(edge.to);
  };
  const [root] = graph.nodes;
  if (root !== undefined) add(root.id);
  for (const { from, to } of edges) if (drawn.hasNode(from) && drawn.hasNode(to)) drawn.setEdge(from, to);
  layout(drawn, { disableOptimalOrderHeuristic: true });
  const boxes = new Map<string, Box>();
  for (const id of drawn.nodes()) {
    const { x, y, width, height } = drawn.node(id) as Box;
    boxes.set(id, { x: (mirrored ? -x : x) - width / 2, y: y - height / 2, width, height });
  }
  return boxes;
}
