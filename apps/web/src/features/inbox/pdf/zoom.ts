/** Sizes of a page, 1 being as wide as fits. */
export const zoomSteps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

/** The place of what just fits. */
export const fitting = zoomSteps.indexOf(1);

/** The place one step further, within what there is. */
export function stepZoom(place: number, step: 1 | -1): number {
  return Math.min(zoomSteps.length - 1, Math.max(0, place + step));
}
