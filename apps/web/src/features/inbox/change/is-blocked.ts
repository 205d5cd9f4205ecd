import type { Thread } from '@parley/contract/types';

/** Blocked by a member, or elsewhere, as a failed message told. */
export const isBlocked = ({ blocked, reach }: Thread): boolean =>
  blocked !== undefined || reach?.state === 'blocked_by_us';
