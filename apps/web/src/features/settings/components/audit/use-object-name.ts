import type { AuditEvent } from '@parley/contract/types';
import { useCallback } from 'react';
import { useFindUser, useRows } from '../../../sync/public.ts';

/** The name of what an event is about: as it was called then, else as it is called now; null for what has none. */
export function useObjectName(): (event: Pick<AuditEvent, 'target' | 'detail'>) => string | null {
  const findUser = useFindUser();
  const channels = useRows('channels');
  const groups = useRows('user_groups');
  const lists = useRows('contact_lists');
  const labels = useRows('labels');
  return useCallback(
    ({ target, detail }) => {
      if (typeof detail?.name === 'string') return detail.name;
      const channel = channels.find(({ id }) => id === target)?.channel_label;
      const named = [...groups, ...lists, ...labels].find(({ id }) => id === target)?.name;
      return findUser(target ?? '')?.name ?? channel ?? named ?? null;
    },
    [findUser, channels, groups, lists, labels],
  );
}
