import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type InboxView, parseView } from '../views.ts';

/** What the address says, and the ways to another one. */
export type InboxAddress = {
  threadId: string | null;
  view: InboxView;
  openThread: (threadId: string) => void;
  /** Back to the list. */
  leaveThread: () => void;
  chooseView: (view: InboxView) => void;
};

/** The view chosen last in this tab, for links that name none. */
let lastView: InboxView = 'active';

export function useInboxAddress(): InboxAddress {
  const navigate = useNavigate();
  const params: { thread_id?: string } = useParams({ strict: false });
  const search: Record<string, unknown> = useSearch({ strict: false });
  const view = search.view === undefined ? lastView : parseView(search.view);
  useEffect(() => {
    lastView = view;
  }, [view]);
  return {
    threadId: params.thread_id ?? null,
    view,
    openThread: (thread_id) => void navigate({ to: '/inbox/$thread_id', params: { thread_id }, search: { view } }),
    leaveThread: () => void navigate({ to: '/inbox', search: { view } }),
    chooseView: (next) => void navigate({ to: '.', search: { view: next } }),
  };
}
