import { useLingui } from '@lingui/react/macro';
import type { HistoryImport } from '@parley/contract/types';
import type { BadgeTone } from '../../../ui/badge.tsx';

/** The state of an import as text. */
export function useHistoryState(): (row: HistoryImport) => string {
  const { t } = useLingui();
  return ({ state }) =>
    ({
      uploading: t`Not uploaded yet`,
      reading: t`Reading`,
      ready: t`Not imported yet`,
      running: t`Importing`,
      paused: t`Paused`,
      tried: t`Trial imported`,
      done: t`Imported`,
      failed: t`Couldn’t be read`,
      cancelled: t`Cancelled`,
      undoing: t`Undoing`,
      undone: t`Undone`,
    })[state];
}

export const historyTones: Record<HistoryImport['state'], BadgeTone> = {
  uploading: 'neutral',
  reading: 'info',
  ready: 'neutral',
  running: 'info',
  paused: 'warn',
  tried: 'info',
  done: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
  undoing: 'info',
  undone: 'neutral',
};
