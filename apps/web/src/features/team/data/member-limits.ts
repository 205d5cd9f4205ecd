import type { Restrictions } from '@parley/contract/permissions';

/** The limits that apply to a member, in the order they are shown. */
export function activeLimits(limits: Restrictions): (keyof Restrictions)[] {
  return (Object.keys(limits) as (keyof Restrictions)[]).filter((name) =>
    name === 'channel_ids' ? limits.channel_ids !== null : limits[name],
  );
}
