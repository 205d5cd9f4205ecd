import { useState } from 'react';
import { deviceStorage } from '../../../platform/storage.ts';

const key = 'parley:inbox-list-width';

/** Widths of the list in pixels; `step` is one press of an arrow key. */
export const listWidths = { least: 320, most: 380, step: 10 } as const;

/** @returns null for a width that was never chosen */
export function parseListWidth(stored: string | null): number | null {
  const width = stored === null ? Number.NaN : Number(stored);
  return width >= listWidths.least && width <= listWidths.most ? width : null;
}

/** The width of the list that was chosen on this device. */
export function useListWidth(): { width: number | null; resize: (width: number | null) => void } {
  const [width, setWidth] = useState(() => parseListWidth(deviceStorage.get(key)));
  const resize = (wanted: number | null) => {
    const next = wanted === null ? null : Math.min(listWidths.most, Math.max(listWidths.least, Math.round(wanted)));
    if (next === null) deviceStorage.remove(key);
    else deviceStorage.set(key, String(next));
    setWidth(next);
  };
  return { width, resize };
}
