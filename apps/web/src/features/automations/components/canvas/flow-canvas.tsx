import '@xyflow/react/dist/base.css';
import { useLingui } from '@lingui/react/macro';
import { MiniMap, type Node, ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useBelow, useMedia } from '../../../../ui/use-media.ts';
import { type DropPlace, dropPlacesOf, nearestPlace } from '../../data/canvas-drop.ts';
import { layOut } from '../../data/canvas-layout.ts';
import { neighborAt } from '../../data/canvas-neighbors.ts';
import { subtree } from '../../data/flow-edit.ts';
import { flowToGraph, triggerNode } from '../../data/flow-graph.ts';
import type { FlowEditing } from '../../data/use-flow-editing.ts';
import { problemsOfPart } from '../editor/part-form.tsx';
import { PartPanel } from '../editor/part-panel.tsx';
import styles from './canvas.module.css';
import { CanvasContext, type CanvasState } from './canvas-context.ts';
import { JumpEdge, WayEdge } from './canvas-edges.tsx';
import { CardNode, EndNode } from './canvas-nodes.tsx';
import { CanvasTools } from './canvas-tools.tsx';
import { drawnEdges, drawnNodes } from './drawn.ts';
import { canvasKeys, targetNodes } from './use-canvas-keys.ts';
import { useCanvasView } from './use-canvas-view.ts';

const nodeTypes = { card: CardNode, end: EndNode };
const edgeTypes = { way: WayEdge, jump: JumpEdge };

/** The flow as cards and lines. It is laid out by itself: a place on the canvas means nothing. */
export function FlowCanvas(props: { editing: FlowEditing; panel: boolean }) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

type Drag = { id: string; x: number; y: number; aim: DropPlace | null };

function Canvas({ editing, panel }: { editing: FlowEditing; panel: boolean }) {
  const { t } = useLingui();
  const helpId = useId();
  const { flow, problems, open, moving, hit, taken } = editing;
  const isMirrored = document.documentElement.dir === 'rtl';
  const graph = useMemo(() => flowToGraph(flow), [flow]);
  const bad = useMemo(
    () => new Set(graph.nodes.map(({ id }) => id).filter((id) => problemsOfPart(problems, id).length > 0)),
    [graph, problems],
  );
  const boxes = useMemo(() => layOut(graph, bad, isMirrored), [graph, bad, isMirrored]);
  const incoming = useMemo(
    () => new Map(graph.edges.flatMap((edge) => (edge.place === null ? [] : [[edge.to, edge] as const]))),
    [graph],
  );
  const [wanted, setWanted] = useState(triggerNode);
  const [drag, setDrag] = useState<Drag | null>(null);
  const places = useRef<DropPlace[]>([]);
  const root = useRef<HTMLDivElement>(null);
  const view = useCanvasView(root, boxes, panel && open !== null);
  const isWide = !useBelow('lg');
  // A finger pans, also on cards, which fill the screen of a phone; “Move…” moves them.
  const byFinger = useMedia('(pointer: coarse)');
  const at = boxes.has(wanted) ? wanted : triggerNode;

  const buttonOf = (id: string, which: string) =>
    root.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"] ${which}`);
  // After the next render: the node may be new.
  const [toFocus, setToFocus] = useState<{ id: string } | null>(null);
  const focusNode = (id: string) => {
    setWanted(id);
    setToFocus({ id });
  };
  const movingId = moving?.id ?? null;
  const shown = useRef({ toFocus, open, hit, movingId });
  // Follows what changed in a render: it looks at the page as it is now, so it has no list of what it depends on.
  useEffect(() => {
    const was = shown.current;
    shown.current = { toFocus, open, hit, movingId };
    if (movingId !== null && movingId !== was.movingId) focusNode(targetNodes({ editing })[0] ?? movingId);
    if (hit !== null && hit !== was.hit) view.show(hit);
    if (open !== was.open) {
      if (open !== null) {
        setWanted(open);
        view.show(open);
      } else if (was.open !== null && document.activeElement === document.body) focusNode(was.open);
    }
    if (toFocus !== null && toFocus !== was.toFocus) {
      const { id } = toFocus;
      const button = buttonOf(id, moving === null ? '[data-card]' : '[data-target]') ?? buttonOf(id, '[data-add]');
      if (button != null && document.activeElement !== button) button.focus({ preventScroll: true });
      view.show(id);
    }
  });

  const state: CanvasState = {
    ...{ editing, graph, boxes, incoming, at, focusNode },
    lifted: new Set(
      drag !== null ? subtree(flow, drag.id) : moving?.whole ? subtree(flow, moving.id) : [movingId ?? ''],
    ),
    aim: drag?.aim?.node ?? null,
    removeNode: (id) => {
      const above = neighborAt(graph, boxes, id, 'up');
      editing.remove(id);
      if (above !== null) focusNode(above);
    },
  };
  const onKeyDown = canvasKeys(state, isMirrored, {
    ...view,
    press: (id, button) => buttonOf(id, button)?.click(),
  });
  const follow = (node: Node) => {
    const box = boxes.get(node.id);
    if (box === undefined) return;
    const card = { ...box, ...node.position };
    setDrag({ id: node.id, ...node.position, aim: nearestPlace(places.current, boxes, card) });
  };
  return (
    <CanvasContext value={state}>
      <div className={styles.canvas} ref={root}>
        <section
          className={styles.stage}
          aria-label={t`Canvas`}
          aria-describedby={helpId}
          onKeyDown={onKeyDown}
          data-moving={moving !== null || undefined}
          data-dragging={drag !== null || undefined}
        >
          <ReactFlow
            nodes={drawnNodes(state, drag, !byFinger)}
            edges={drawnEdges(graph, boxes, taken)}
            {...{ nodeTypes, edgeTypes, minZoom: 0.25, maxZoom: 1.5 }}
            proOptions={{ hideAttribution: true }}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            nodesConnectable={false}
            disableKeyboardA11y
            panOnScroll
            zoomOnDoubleClick={false}
            nodeDragThreshold={4}
            {...{
              deleteKeyCode: null,
              selectionKeyCode: null,
              multiSelectionKeyCode: null,
              panActivationKeyCode: null,
            }}
            onInit={view.begin}
            onNodeDragStart={(_event, node) => {
              places.current = dropPlacesOf(flow, node.id);
              follow(node);
            }}
            onNodeDrag={(_event, node) => follow(node)}
            onNodeDragStop={(_event, node) => {
              if (drag?.aim != null) editing.moveTo(node.id, drag.aim.place, true);
              setDrag(null);
            }}
          >
            {isWide && (
              <MiniMap
                pannable
                ariaLabel={t`Overview`}
                position={isMirrored ? 'bottom-left' : 'bottom-right'}
                nodeBorderRadius={6}
                style={{ width: 140, height: 96 }}
              />
            )}
          </ReactFlow>
        </section>
        <CanvasTools view={view} helpId={helpId} edits={editing.edits} />
        {panel && open !== null && <PartPanel id={open} editing={editing} over />}
      </div>
    </CanvasContext>
  );
}
