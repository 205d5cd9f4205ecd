import { msg } from '@lingui/core/macro';
import type { BugReport } from '@parley/contract/types';
import type { BadgeTone } from '../../../ui/badge.tsx';

export const severityLabels = {
  cosmetic: msg`Cosmetic`,
  slows: msg`Slows me down`,
  blocks: msg`Blocks me`,
};

export const stateLabels = {
  received: msg`Received`,
  in_progress: msg`In progress`,
  fixed: msg`Fixed`,
  closed: msg`Closed`,
};

export const stateTones: Record<BugReport['state'], BadgeTone> = {
  received: 'neutral',
  in_progress: 'info',
  fixed: 'ok',
  closed: 'neutral',
};
