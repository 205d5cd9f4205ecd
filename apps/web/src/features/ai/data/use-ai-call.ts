import type { AiAction } from '@parley/contract/types';
import { useRef, useState } from 'react';
import { ApiError } from '../../../platform/errors.ts';
import { hasAgreed, refreshAiStatus } from './ai-status.ts';

export type AiCallState<T> =
  | { kind: 'idle' | 'asking' | 'busy' }
  | { kind: 'done'; result: T }
  | { kind: 'failed'; error: unknown };

/** One call of AI: agreed to first, then made once at a time. `asking`: show the consent. */
export function useAiCall<T>(action: AiAction, onDone?: (result: T) => void) {
  const [state, setState] = useState<AiCallState<T>>({ kind: 'idle' });
  const turn = useRef(0);
  const run = async (call: () => Promise<T>) => {
    const mine = ++turn.current;
    const show = (next: AiCallState<T>) => {
      if (mine === turn.current) setState(next);
    };
    show({ kind: 'busy' });
    try {
      const result = await call();
      show({ kind: 'done', result });
      if (mine === turn.current) onDone?.(result);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ai_consent_needed') show({ kind: 'asking' });
      else show({ kind: 'failed', error });
      // The provider may have been changed: controls and consents follow.
      if (error instanceof ApiError && /^ai_(?:off|consent)/.test(error.code))
        await refreshAiStatus().catch(() => undefined);
    }
  };
  return {
    state,
    start: (call: () => Promise<T>) => (hasAgreed(action) ? void run(call) : setState({ kind: 'asking' })),
    agreed: (call: () => Promise<T>) => void run(call),
    reset: () => {
      turn.current++;
      setState({ kind: 'idle' });
    },
  };
}
