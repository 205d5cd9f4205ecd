import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './list-resizer.module.css';
import { listWidths } from './list-width.ts';

export type ListResizerProps = {
  width: number;
  /** Null: back to the width of a list that was never resized. */
  onResize: (width: number | null) => void;
};

/** The edge between list and conversation: dragged, or moved by the arrow keys. */
export function ListResizer({ width, onResize }: ListResizerProps) {
  const { t } = useLingui();
  const start = useRef<{ x: number; width: number } | null>(null);
  const ahead = () => (document.documentElement.dir === 'rtl' ? -1 : 1);
  const end = () => {
    start.current = null;
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (start.current !== null) onResize(start.current.width + (event.clientX - start.current.x) * ahead());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowLeft: -ahead(), ArrowRight: ahead() }[event.key];
    const edge = { Home: listWidths.least, End: listWidths.most }[event.key];
    if (steps === undefined && edge === undefined) return;
    event.preventDefault();
    onResize(edge ?? width + (steps ?? 0) * listWidths.step);
  };
  return (
    <hr
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t`List width`}
      aria-valuemin={listWidths.least}
      aria-valuemax={listWidths.most}
      aria-valuenow={width}
      className={styles.edge}
      data-own-keys
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onResize(null)}
      onKeyDown={onKeyDown}
    />
  );
}
