import type { AutomationRun } from '@parley/contract/types';
import type { BadgeTone } from '../../../ui/badge.tsx';

export const runTones: Record<AutomationRun['state'], BadgeTone> = {
  RUNNING: 'info',
  WAITING: 'info',
  ASKING: 'info',
  CALLING: 'info',
  FINISHED: 'ok',
  STOPPED: 'neutral',
  FAILED: 'bad',
};
