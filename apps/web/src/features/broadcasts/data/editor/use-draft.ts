import type { Campaign } from '@parley/contract/types';
import { useEffect, useMemo, useRef } from 'react';
import { api } from '../../../../platform/api.ts';
import { useReadable } from '../../../../platform/store.ts';
import { useCampaignRequests } from '../campaign-queries.ts';
import type { BroadcastDraft } from './draft.ts';
import { DraftStore, type DraftStoreState } from './draft-store.ts';
import { deleteLocalDraft, readLocalDraft, saveLocalDraft } from './local-draft.ts';

/**
 * The draft with this id while it is shown.
 * @param saved the server's version, kept current; null when it has none
 * @param initial the values of a new draft
 */
export function useDraft(
  id: string,
  saved: Campaign | null,
  initial: BroadcastDraft,
): { store: DraftStore; state: DraftStoreState } {
  const { create, change } = useCampaignRequests();
  const calls = useRef({ create, change, fresh: initial });
  calls.current = { create, change, fresh: initial };
  // One store for as long as the draft is shown: later versions are passed to `receive`.
  const first = useRef(saved);
  const store = useMemo(
    () =>
      new DraftStore(id, first.current, readLocalDraft(id), calls.current.fresh, {
        read: (campaignId) => api('GET /api/campaigns/{id}', { params: { id: campaignId } }),
        create: (body) => calls.current.create(body),
        change: (campaignId, body) => calls.current.change(campaignId, body),
        saveLocal: saveLocalDraft,
        deleteLocal: deleteLocalDraft,
        defaultName: () => calls.current.fresh.name,
      }),
    [id],
  );
  useEffect(() => {
    store.start();
    window.addEventListener('online', store.retry);
    return () => {
      window.removeEventListener('online', store.retry);
      store.end();
    };
  }, [store]);
  useEffect(() => {
    if (saved !== null) store.receive(saved);
  }, [store, saved]);
  return { store, state: useReadable({ get: store.state, subscribe: store.subscribe }) };
}
