import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { isAway } from '@parley/contract/away';
import type { User } from '@parley/contract/types';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { useRows } from '../../sync/public.ts';

/** What stands beside a member in a list of assignees: away, and how many open conversations they have, of how many. */
export function useAssigneeNotes(): { load: () => void; noteOf: (user: User) => string } {
  const { t } = useLingui();
  const capacity = useRows('clients')[0]?.assignment_rule?.capacity ?? null;
  const [loads, setLoads] = useState<ReadonlyMap<string, number> | null>(null);
  const load = () => {
    // Without them the list is as good.
    api('GET /api/team/load', {}).then(
      ({ data }) => setLoads(data.length === 0 ? null : new Map(data.map(({ user_id, open }) => [user_id, open]))),
      () => undefined,
    );
  };
  const noteOf = (user: User) => {
    const open = loads?.get(user.id) ?? 0;
    const words = capacity === null ? plural(open, { one: '# open', other: '# open' }) : t`${open} of ${capacity} open`;
    return [isAway(user, Date.now()) ? t`away` : null, loads === null ? null : words]
      .filter((part) => part !== null)
      .join(' · ');
  };
  return { load, noteOf };
}
