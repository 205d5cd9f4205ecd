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

/** "40 seconds", "3 minutes", "2 hours". */
export function useDurationText(): (seconds: number) => string {
  const { i18n } = useLingui();
  return (seconds) => {
    const [value, unit] =
      seconds < 90 ? [seconds, 'second'] : seconds < 5_400 ? [seconds / 60, 'minute'] : [seconds / 3_600, 'hour'];
    const format = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, unitDisplay: 'long' });
    return format.format(Math.max(1, Math.round(value)));
  };
}
