import type { Draft, SharedDraft, Thread } from '@parley/contract/types';
import { useEffect, useMemo, useState } from 'react';
import { afterPaint } from '../../../platform/after-paint.ts';
import { ApiError } from '../../../platform/errors.ts';
import { useAccount, useConnectionState, useRows, useTopic } from '../../sync/public.ts';

export type SharedDrafts = {
  /** Latest first, the member's own included. Without a connection those that were read last. */
  drafts: readonly SharedDraft[];
  /** Shares the member's own draft, or stops it. */
  share: (shared: boolean) => Promise<void>;
  /** Makes a draft the member's own. @throws ApiError, NetworkError */
  takeOver: (draft: SharedDraft) => Promise<Draft>;
};

const none: readonly SharedDraft[] = [];

/** The drafts of a conversation that members share, read again whenever one of them changes. */
export function useSharedDrafts(thread: Thread): SharedDrafts {
  const account = useAccount();
  const { topics } = account.store;
  const { id, assignee_id: member, assignee_group_id: group } = thread;
  const live = useConnectionState() === 'live';
  const changed = useTopic(account, `shared-drafts/${id}`, () => topics.revision(`shared-drafts/${id}`));
  // Who loses access or leaves shares nothing any more.
  const users = useRows('users');
  const occasion = useMemo(() => ({ live, changed, users, member, group }), [live, changed, users, member, group]);
  const [drafts, setDrafts] = useState(none);
  useEffect(() => {
    if (!occasion.live) return;
    let current = true;
    const cancel = afterPaint(() => {
      account.api('GET /api/threads/{id}/shared-drafts', { params: { id } }).then(
        ({ data }) => current && setDrafts(data.length === 0 ? none : data),
        // Anything else is read again with the next change or connection.
        (error: unknown) => current && error instanceof ApiError && error.status === 404 && setDrafts(none),
      );
    });
    return () => {
      cancel();
      current = false;
    };
  }, [account, id, occasion]);
  return {
    drafts,
    share: async (shared) => {
      await account.sendDrafts(id);
      await account.api('PUT /api/threads/{id}/draft/sharing', { params: { id }, body: { shared } });
      topics.touch(`shared-drafts/${id}`);
    },
    takeOver: async ({ user_id, version }) => {
      await account.sendDrafts(id);
      try {
        const body = { user_id, version, updated_at: new Date().toISOString() };
        return await account.api('POST /api/threads/{id}/draft/take-over', { params: { id }, body });
      } finally {
        topics.touch(`shared-drafts/${id}`);
      }
    },
  };
}
