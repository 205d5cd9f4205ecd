import type { Message } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { type LiveAccount, useAccount } from '../../sync/public.ts';

/** Quoted messages older than the loaded ones; null when deleted. */
const fetched = new WeakMap<LiveAccount, Map<string, Promise<Message | null>>>();

function fetchMessage(account: LiveAccount, id: string): Promise<Message | null> {
  const known = fetched.get(account) ?? new Map<string, Promise<Message | null>>();
  fetched.set(account, known);
  const reading =
    known.get(id) ??
    account.api('GET /api/messages/{id}', { params: { id } }).catch(() => {
      // Deleted, or offline: the bubble shows "an earlier message", and the next visit tries again.
      known.delete(id);
      return null;
    });
  known.set(id, reading);
  return reading;
}

/**
 * The message another one replies to: undefined without one, null while or when it is not available.
 * @param loaded the loaded messages of the thread
 */
export function useQuoted(
  answer: { context?: { message_id: string } },
  loaded: ReadonlyMap<string, Message>,
): Message | null | undefined {
  const account = useAccount();
  const id = answer.context?.message_id;
  const atHand = id === undefined ? undefined : loaded.get(id);
  const [far, setFar] = useState<Message | null>(null);
  useEffect(() => {
    if (id === undefined || atHand !== undefined) return;
    let left = false;
    void fetchMessage(account, id).then((message) => {
      if (!left) setFar(message);
    });
    return () => {
      left = true;
    };
  }, [account, id, atHand]);
  return id === undefined ? undefined : (atHand ?? far);
}
