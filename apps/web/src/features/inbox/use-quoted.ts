import type { Message } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { type LiveAccount, useAccount } from '../sync/public.ts';

/** Quoted messages that stand further back than what is held; null where there is none any more. */
const fetched = new WeakMap<LiveAccount, Map<string, Promise<Message | null>>>();

function fetchMessage(account: LiveAccount, id: string): Promise<Message | null> {
  const known = fetched.get(account) ?? new Map<string, Promise<Message | null>>();
  fetched.set(account, known);
  const reading =
    known.get(id) ??
    account.api('GET /api/messages/{id}', { params: { id } }).catch(() => {
      // Gone, or no connection: the bubble says "an earlier message", and the next look asks again.
      known.delete(id);
      return null;
    });
  known.set(id, reading);
  return reading;
}

/**
 * The message another one answers: undefined when it answers nothing, null while or where it cannot be had.
 * @param held the messages of the thread that are at hand
 */
export function useQuoted(
  answer: { context?: { message_id: string } },
  held: ReadonlyMap<string, Message>,
): Message | null | undefined {
  const account = useAccount();
  const id = answer.context?.message_id;
  const atHand = id === undefined ? undefined : held.get(id);
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
