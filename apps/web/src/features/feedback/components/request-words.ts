import { msg } from '@lingui/core/macro';
import type { RequestState } from '@parley/contract/types';
import type { BadgeTone } from '../../../ui/badge.tsx';

export const requestStateLabels = {
  open: msg({ message: 'Open', context: 'state' }),
  planned: msg`Planned`,
  doing: msg`Doing`,
  shipped: msg`Shipped`,
  declined: msg`Declined`,
  duplicate: msg`Duplicate`,
};

export const requestStateTones: Record<RequestState, BadgeTone> = {
  open: 'neutral',
  planned: 'info',
  doing: 'info',
  shipped: 'ok',
  declined: 'neutral',
  duplicate: 'neutral',
};

/** Whether a request still takes votes. */
export function takesVotes(state: RequestState): boolean {
  return state === 'open' || state === 'planned' || state === 'doing';
}
