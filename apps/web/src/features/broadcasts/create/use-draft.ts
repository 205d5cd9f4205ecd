import type { Campaign } from '@parley/contract/types';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { api } from '../../../platform/api.ts';
import { useCampaignCalls } from '../broadcasts-data.ts';
import type { BroadcastDraft } from './draft.ts';
import { DraftKeeper, type KeeperState } from './draft-keeper.ts';
import { forgetKept, keepDraft, readKept } from './kept-draft.ts';

/**
 * The draft of this id while it is shown.
 * @param saved as the server has it, followed; null while it knows nothing of it
 * @param fresh what a new one begins with
 */
export function useDraft(
  id: string,
  saved: Campaign | null,
  fresh: BroadcastDraft,
): { keeper: DraftKeeper; state: KeeperState } {
  const { create, change } = useCampaignCalls();
  const calls = useRef({ create, change, fresh });
  calls.current = { create, change, fresh };
  // One for as long as the draft is shown: what the server tells later it is told.
  const first = useRef(saved);
  const keeper = useMemo(
    () =>
      new DraftKeeper(id, first.current, readKept(id), calls.current.fresh, {
        read: (which) => api('GET /api/campaigns/{id}', { params: { id: which } }),
        create: (body) => calls.current.create(body),
        change: (which, body) => calls.current.change(which, body),
        keep: keepDraft,
        forget: forgetKept,
        otherwise: () => calls.current.fresh.name,
      }),
    [id],
  );
  useEffect(() => {
    keeper.start();
    window.addEventListener('online', keeper.again);
    return () => {
      window.removeEventListener('online', keeper.again);
      keeper.end();
    };
  }, [keeper]);
  useEffect(() => {
    if (saved !== null) keeper.told(saved);
  }, [keeper, saved]);
  return { keeper, state: useSyncExternalStore(keeper.subscribe, keeper.state) };
}
