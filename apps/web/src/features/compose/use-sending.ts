import type { ComposeBody, Message } from '@parley/contract/types';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/errors.ts';
import { useAccount } from '../sync/public.ts';

/** First and longest wait between tries, milliseconds; as of the outbox. */
const waitMs = { first: 1_000, longest: 60_000 } as const;

export type SendingState = 'still' | 'sending' | 'waiting';

/**
 * Sends what waits until the server has answered it: the ids are in it, so the same again never sends twice.
 * @param pending the call that left and was not answered; it stands on the device
 * @param onRefused the server will not take it as it is; nothing was sent
 */
export function useSending(
  pending: ComposeBody | null,
  onSent: (messages: Message[]) => void,
  onRefused: (error: ApiError) => void,
): { state: SendingState; retry: () => void } {
  const account = useAccount();
  const [state, setState] = useState<SendingState>('still');
  /** Every one is a try of its own. */
  const [attempt, setAttempt] = useState({ failures: 0 });
  const told = useRef({ onSent, onRefused });
  told.current = { onSent, onRefused };
  const retry = useCallback(() => setAttempt(({ failures }) => ({ failures })), []);
  useEffect(() => {
    const { failures } = attempt;
    if (pending === null) {
      setState('still');
      if (failures > 0) setAttempt({ failures: 0 });
      return;
    }
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setState(failures === 0 ? 'sending' : 'waiting');
    account.api('POST /api/compose', { body: pending }).then(
      ({ data }) => {
        if (!left) told.current.onSent(data);
      },
      (error: unknown) => {
        if (left) return;
        if (error instanceof ApiError && isRefusal(error)) return told.current.onRefused(error);
        setState('waiting');
        const afterMs = Math.min(waitMs.longest, waitMs.first * 2 ** failures);
        const askedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
        timer = setTimeout(() => setAttempt({ failures: failures + 1 }), Math.max(afterMs, askedMs));
      },
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [account, pending, attempt]);
  // The way is free again: no need to wait for the next try.
  useEffect(() => {
    if (state !== 'waiting') return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [state, retry]);
  return { state, retry };
}

/** Whether the server has decided; a busy one and a session that is being renewed have not. */
function isRefusal({ status, code }: ApiError): boolean {
  return status < 500 && ![401, 408, 429].includes(status) && code !== 'unreadable';
}
