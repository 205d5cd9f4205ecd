import { useMedia } from '../use-media.ts';

/**
 * Whether all columns of a wide table don't fit beside the rail and the sub-panel: some of them then wait in the
 * column chooser.
 */
export function useFewColumns(): boolean {
  return useMedia('(width < 90em)');
}
