import type { ComposeBody, Message } from '@parley/contract/types';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../platform/errors.ts';
import { useAccount } from '../../sync/public.ts';

/** First and longest retry delay, milliseconds; as in the outbox. */
const backoffMs = { first: 1_000, longest: 60_000 } as const;

export type SendingState = 'still' | 'sending' | 'waiting';

/**
 * Sends a pending call until the server has answered. Its ids make repeated calls idempotent.
 * @param pending the call without an answer; stored on the device
 * @param onRefused called when the server refuses it; nothing was sent
 */
export function useSending(
  pending: ComposeBody | null,
  onSent: (messages: Message[]) => void,
  onRefused: (error: ApiError) => void,
): { state: SendingState; retry: () => void } {
  const account = useAccount();
  const [state, setState] = useState<SendingState>('still');
  /** Each one is a separate try. */
  const [attempt, setAttempt] = useState({ failures: 0 });
  const handlers = useRef({ onSent, onRefused });
  handlers.current = { onSent, onRefused };
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
        if (!left) handlers.current.onSent(data);
      },
      (error: unknown) => {
        if (left) return;
        if (error instanceof ApiError && isRefusal(error)) return handlers.current.onRefused(error);
        setState('waiting');
        const delayMs = Math.min(backoffMs.longest, backoffMs.first * 2 ** failures);
        const retryAfterMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
        timer = setTimeout(() => setAttempt({ failures: failures + 1 }), Math.max(delayMs, retryAfterMs));
      },
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [account, pending, attempt]);
  // Back online: tries at once.
  useEffect(() => {
    if (state !== 'waiting') return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [state, retry]);
  return { state, retry };
}

/** Whether the answer is final; a busy server or a session that is being renewed is not. */
function isRefusal({ status, code }: ApiError): boolean {
  return status < 500 && ![401, 408, 429].includes(status) && code !== 'unreadable';
}
