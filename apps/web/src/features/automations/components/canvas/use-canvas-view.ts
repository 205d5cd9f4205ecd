import { useReactFlow, useStore } from '@xyflow/react';
import type { RefObject } from 'react';
import { useMedia } from '../../../../ui/use-media.ts';
import { type Boxes, cardWidth } from '../../data/canvas-layout.ts';
import { triggerNode } from '../../data/flow-graph.ts';

const margin = 24;
/** The name and the button above a card belong to it. */
const aboveCard = 56;
/** What a flow is at least shown in when it is opened: smaller text is hard to read. */
const leastZoom = 0.92;
const panelWidth = 340;
/** The buttons that zoom stand below it. */
const toolsHeight = 68;

/** The part of the canvas that is seen. @param isCovered whether a panel covers its end */
export function useCanvasView(root: RefObject<HTMLElement | null>, boxes: Boxes, isCovered: boolean) {
  const flow = useReactFlow();
  const zoom = useStore(({ transform }) => transform[2]);
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const duration = still ? 0 : 160;
  const size = () => {
    const { clientWidth = 0, clientHeight = 0 } = root.current ?? {};
    return { width: clientWidth - (isCovered && clientWidth > 2 * panelWidth ? panelWidth : 0), height: clientHeight };
  };
  const bounds = () => {
    const all = [...boxes.values()];
    const x = Math.min(...all.map((box) => box.x));
    const y = Math.min(...all.map((box) => box.y));
    const width = Math.max(...all.map((box) => box.x + box.width)) - x;
    return { x, y, width, height: Math.max(...all.map((box) => box.y + box.height)) - y };
  };
  return {
    zoom,
    zoomIn: () => void flow.zoomIn({ duration }),
    zoomOut: () => void flow.zoomOut({ duration }),
    fit: () =>
      void flow.fitView({
        duration,
        padding: { top: `${margin}px`, x: `${margin}px`, bottom: `${toolsHeight}px` },
        maxZoom: 1,
      }),
    pan: (x: number, y: number) => {
      const now = flow.getViewport();
      void flow.setViewport({ ...now, x: now.x + x, y: now.y + y }, { duration });
    },
    /** The whole flow where it can be read, else its beginning. */
    begin: () => {
      const { width, height } = size();
      const whole = bounds();
      const fits = Math.min((width - 2 * margin) / whole.width, (height - margin - toolsHeight) / whole.height);
      const scale = Math.min(1, Math.max(leastZoom, fits));
      const start = boxes.get(triggerNode);
      const middle = fits >= scale || start === undefined ? whole.x + whole.width / 2 : start.x + cardWidth / 2;
      void flow.setViewport({ x: width / 2 - middle * scale, y: margin - whole.y * scale, zoom: scale });
    },
    /** Moves a node into sight, no further than needed. */
    show: (id: string) => {
      const box = boxes.get(id);
      const { width, height } = size();
      if (box === undefined || width === 0) return;
      const now = flow.getViewport();
      const shift = (low: number, high: number, room: number) => {
        if (low < margin) return margin - low;
        return high > room ? Math.max(room - high, margin - low) : 0;
      };
      const left = box.x * now.zoom + now.x;
      const top = box.y * now.zoom + now.y;
      const x = shift(left, left + box.width * now.zoom, width - margin);
      const y = shift(top - aboveCard * now.zoom, top + box.height * now.zoom, height - toolsHeight);
      if (x !== 0 || y !== 0) void flow.setViewport({ ...now, x: now.x + x, y: now.y + y }, { duration });
    },
  };
}

export type CanvasView = ReturnType<typeof useCanvasView>;
