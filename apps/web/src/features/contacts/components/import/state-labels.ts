import { useLingui } from '@lingui/react/macro';
import type { ContactImport } from '@parley/contract/types';
import type { BadgeTone } from '../../../../ui/badge.tsx';

/** The state of an import as text. */
export function useStateLabel(): (row: ContactImport) => string {
  const { t } = useLingui();
  return ({ state }) =>
    ({
      uploading: t`Not uploaded yet`,
      reading: t`Reading`,
      mapping: t`Not imported yet`,
      checking: t`Checking`,
      ready: t`Checked, not imported yet`,
      running: t`Importing`,
      paused: t`Paused`,
      done: t`Imported`,
      cancelled: t`Cancelled`,
      failed: t`Couldn’t be read`,
      undoing: t`Undoing`,
      undone: t`Undone`,
    })[state];
}

export const stateTones: Record<ContactImport['state'], BadgeTone> = {
  uploading: 'neutral',
  reading: 'info',
  mapping: 'neutral',
  checking: 'info',
  ready: 'neutral',
  running: 'info',
  paused: 'warn',
  done: 'ok',
  cancelled: 'neutral',
  failed: 'bad',
  undoing: 'info',
  undone: 'neutral',
};
