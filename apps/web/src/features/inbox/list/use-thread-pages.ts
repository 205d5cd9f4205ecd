import { useCallback, useEffect, useState } from 'react';
import { type ThreadQuery, useAccount, useAccountPhase, useThreads } from '../../sync/public.ts';

/** Reads a selection page by page: the first one when nothing is loaded, further ones on demand. */
export function useThreadPages(query: ThreadQuery) {
  const account = useAccount();
  const ready = useAccountPhase() === 'ready';
  const selection = useThreads(query);
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle');
  const { complete, started } = selection;
  const readMore = useCallback(() => {
    if (complete) return;
    setState((before) => {
      if (before === 'reading') return before;
      void account
        .loadThreads(query)
        .then(() => setState('idle'))
        .catch(() => setState('failed'));
      return 'reading';
    });
  }, [account, query, complete]);
  useEffect(() => {
    if (ready && !started) readMore();
  }, [ready, started, readMore]);
  return { ...selection, state, readMore };
}
