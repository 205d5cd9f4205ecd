import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { listWidths } from '../data/list-width.ts';
import styles from './list-resizer.module.css';

export type ListResizerProps = {
  width: number;
  /** Null: back to the width of a list that was never resized. */
  onResize: (width: number | null) => void;
};

/** The edge between list and conversation: dragged, or moved by the arrow keys. */
export function ListResizer({ width, onResize }: ListResizerProps) {
  const { t } = useLingui();
  const began = useRef<{ x: number; width: number } | null>(null);
  const direction = (event: { currentTarget: Element }) =>
    getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    began.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (began.current === null) return;
    onResize(began.current.width + (event.clientX - began.current.x) * direction(event));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps = { ArrowLeft: -direction(event), ArrowRight: direction(event) }[event.key];
    const ends = { Home: listWidths.least, End: listWidths.most }[event.key];
    if (steps === undefined && ends === undefined) return;
    event.preventDefault();
    onResize(ends ?? width + (steps ?? 0) * listWidths.step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a window splitter has a value and takes keys, which hr does not
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t`Width of the list`}
      aria-valuemin={listWidths.least}
      aria-valuemax={listWidths.most}
      aria-valuenow={width}
      className={styles.edge}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        began.current = null;
      }}
      onDoubleClick={() => onResize(null)}
      onKeyDown={onKeyDown}
    />
  );
}
