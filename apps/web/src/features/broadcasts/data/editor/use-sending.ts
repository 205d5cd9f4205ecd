import { useLingui } from '@lingui/react/macro';
import { digitsIn } from '@parley/contract/phone-text';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../../ui/toast.ts';
import { useCampaignRequests } from '../campaign-queries.ts';
import { isSame } from './draft.ts';
import { typedConfirmationThreshold } from './steps.ts';
import type { Broadcast } from './use-broadcast.ts';

/** Milliseconds in which sending can be cancelled. */
export const cancelMs = 5_000;

export type SendPhase =
  | { kind: 'idle' | 'checking' | 'starting' | 'not_saved' }
  /** Sent at `endsAtMs` unless cancelled. */
  | { kind: 'waiting'; endsAtMs: number; recipients: number }
  /** The number of recipients differs from the one shown on the page. */
  | { kind: 'changed'; before: number; after: number }
  | { kind: 'failed'; error: unknown };

export type Sending = {
  phase: SendPhase;
  /** Above this many recipients the number must be typed first. */
  asksForNumber: boolean;
  typed: string;
  setTyped: (typed: string) => void;
  /** How often the number was asked for; its field is then focused. */
  asked: number;
  askForNumber: () => void;
  /** The typed number matches the one on the page, or none is required. */
  isConfirmed: boolean;
  /** Scheduled for later. */
  isPlanned: boolean;
  send: () => void;
  cancel: () => void;
};

/**
 * Sends a draft: saves everything, counts the audience once more, waits five seconds, then calls start. Leaving before
 * that sends nothing.
 */
export function useSending({ store, state, counting }: Broadcast): Sending {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { act: action } = useCampaignRequests();
  const [phase, setPhase] = useState<SendPhase>({ kind: 'idle' });
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(0);
  const recipients = counting.check?.will_receive ?? 0;
  const { at = null, repeat = null } = state.draft.schedule;
  const isPlanned = at !== null || repeat !== null;
  const asksForNumber = recipients > typedConfirmationThreshold;
  const isConfirmed = !asksForNumber || digitsIn(typed) === String(recipients);

  const start = async () => {
    setPhase({ kind: 'starting' });
    try {
      const { id } = await action(store.id, 'start');
      void navigate({ to: '/broadcast/history/$campaign_id', params: { campaign_id: id } });
    } catch (error) {
      setPhase({ kind: 'failed', error });
    }
  };
  const send = async () => {
    if (phase.kind === 'checking' || phase.kind === 'waiting' || phase.kind === 'starting') return;
    setPhase({ kind: 'checking' });
    try {
      if (!(await store.saveNow())) return setPhase({ kind: 'not_saved' });
      const now = await counting.recount();
      if (now.will_receive !== recipients)
        return setPhase({ kind: 'changed', before: recipients, after: now.will_receive });
      if (now.links.length > 0) return setPhase({ kind: 'idle' });
      // A scheduled broadcast can be cancelled until it starts.
      if (isPlanned) return void start();
      setPhase({ kind: 'waiting', endsAtMs: Date.now() + cancelMs, recipients });
    } catch (error) {
      setPhase({ kind: 'failed', error });
    }
  };

  /** Counts cancellations, to tell them from leaving the page. */
  const cancelledBy = useRef(0);
  const latest = useRef(start);
  latest.current = start;
  const isWaiting = phase.kind === 'waiting';
  const endsAtMs = phase.kind === 'waiting' ? phase.endsAtMs : 0;
  const left = t`Not sent. You left before the countdown ended; your draft is saved.`;
  useEffect(() => {
    if (!isWaiting) return;
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      void latest.current();
    }, endsAtMs - Date.now());
    const stop = cancelledBy.current;
    return () => {
      clearTimeout(timer);
      if (!isOver && stop === cancelledBy.current) toast({ message: left });
    };
  }, [isWaiting, endsAtMs, left]);
  const cancel = () => {
    cancelledBy.current += 1;
    setPhase({ kind: 'idle' });
  };
  const sent = useRef(state.draft);
  useEffect(() => {
    // A change now would not be part of what was confirmed.
    if (isSame(sent.current, state.draft)) return;
    sent.current = state.draft;
    cancelledBy.current += 1;
    setPhase((now) => (now.kind === 'starting' ? now : { kind: 'idle' }));
  }, [state.draft]);
  return {
    phase,
    asksForNumber,
    typed,
    setTyped,
    asked,
    askForNumber: () => setAsked(asked + 1),
    isConfirmed,
    isPlanned,
    send: () => void send(),
    cancel,
  };
}
