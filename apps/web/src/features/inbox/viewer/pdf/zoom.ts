/** Zoom factors of a page; at 1 its width fits. */
export const zoomSteps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

/** The index of the factor that fits. */
export const fitting = zoomSteps.indexOf(1);

/** The index one step further, within the list. */
export function stepZoom(place: number, step: 1 | -1): number {
  return Math.min(zoomSteps.length - 1, Math.max(0, place + step));
}
