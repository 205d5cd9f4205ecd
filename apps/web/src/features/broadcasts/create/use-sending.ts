import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../ui/toast.ts';
import { useCampaignCalls } from '../broadcasts-data.ts';
import { isSame } from './draft.ts';
import { mostWithoutTyping } from './steps.ts';
import type { Broadcast } from './use-broadcast.ts';

/** How long somebody may still change their mind, milliseconds. */
export const cancelMs = 5_000;

export type SendPhase =
  | { kind: 'idle' | 'checking' | 'starting' | 'not_saved' }
  /** It is sent at `endsAtMs` unless somebody cancels. */
  | { kind: 'waiting'; endsAtMs: number; people: number }
  /** Who receives it is another number than what stood on the page. */
  | { kind: 'changed'; before: number; after: number }
  | { kind: 'failed'; error: unknown };

export type Sending = {
  phase: SendPhase;
  /** More people than are sent to without asking: their number is typed first. */
  asksForNumber: boolean;
  typed: string;
  setTyped: (typed: string) => void;
  /** How often the number was asked for; its field takes the focus then. */
  asked: number;
  askForNumber: () => void;
  /** The number that was typed is the one that stands on the page, or none is asked for. */
  isConfirmed: boolean;
  /** It is to begin later. */
  isPlanned: boolean;
  send: () => void;
  cancel: () => void;
};

/**
 * Sends a draft: everything saved, everybody counted once more, five seconds to change one's mind, then the call that starts
 * it. Whoever leaves before that has sent nothing.
 */
export function useSending({ keeper, state, counting }: Broadcast): Sending {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { act } = useCampaignCalls();
  const [phase, setPhase] = useState<SendPhase>({ kind: 'idle' });
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(0);
  const people = counting.check?.will_receive ?? 0;
  const isPlanned = (state.draft.schedule.at ?? null) !== null;
  const asksForNumber = people > mostWithoutTyping;
  const isConfirmed = !asksForNumber || typed.replaceAll(/[^\d]/g, '') === String(people);

  const start = async () => {
    setPhase({ kind: 'starting' });
    try {
      const { id } = await act(keeper.id, 'start');
      void navigate({ to: '/broadcast/history/$campaign_id', params: { campaign_id: id } });
    } catch (error) {
      setPhase({ kind: 'failed', error });
    }
  };
  const send = async () => {
    if (phase.kind === 'checking' || phase.kind === 'waiting' || phase.kind === 'starting') return;
    setPhase({ kind: 'checking' });
    try {
      if (!(await keeper.flush())) return setPhase({ kind: 'not_saved' });
      const now = await counting.recount();
      if (now.will_receive !== people) return setPhase({ kind: 'changed', before: people, after: now.will_receive });
      // A plan can be taken back until it begins.
      if (isPlanned) return void start();
      setPhase({ kind: 'waiting', endsAtMs: Date.now() + cancelMs, people });
    } catch (error) {
      setPhase({ kind: 'failed', error });
    }
  };

  /** How often somebody cancelled: told apart from leaving the page. */
  const cancelledBy = useRef(0);
  const latest = useRef(start);
  latest.current = start;
  const isWaiting = phase.kind === 'waiting';
  const endsAtMs = phase.kind === 'waiting' ? phase.endsAtMs : 0;
  const left = t`Nothing was sent: you left before the five seconds were over. The draft is kept.`;
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
    // What is changed now is not what was looked at.
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
