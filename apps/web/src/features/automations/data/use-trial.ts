import type { DryRun, Flow, RunStep } from '@parley/contract/types';
import { useState } from 'react';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { type DryRunMessages, useDryRun } from './automations-data.ts';

/** What the customer can tap below a message; `opens` names the button of a list. */
export type Replies = { opens: string | null; replies: { id: string; title: string }[] };

/** A conversation with the draft, which is replayed from its start after each message and each change. */
export function useTrial(flow: Flow, blocked: boolean) {
  const [threadId, setThreadId] = useState('');
  const [messages, setMessages] = useState<DryRunMessages>([]);
  const [chosen, setChosen] = useState<number | null>(null);
  const later = useDebounced(JSON.stringify(flow), 400);
  // Of a past conversation its own messages come first.
  const said = threadId !== '' && messages.length === 0 ? null : messages;
  const { data, error, isPlaceholderData } = useDryRun(JSON.parse(later) as Flow, threadId, said, !blocked);
  const steps = blocked ? [] : (data?.steps ?? []);
  const line = chosen ?? steps.length - 1;
  const restart = () => {
    setMessages([]);
    setChosen(null);
  };
  return {
    threadId,
    chooseThread: (id: string) => {
      restart();
      setThreadId(id);
    },
    say: (text: string, replyId?: string) => {
      setMessages([...messages, replyId === undefined ? { text } : { text, reply_id: replyId }]);
      setChosen(null);
    },
    restart,
    run: blocked ? undefined : data,
    /** Messages that no answer covers yet. */
    unanswered:
      isPlaceholderData && said !== null ? said.slice(data?.messages.length ?? 0).map(({ text }) => text) : [],
    error: blocked ? null : error,
    /** The line of the trace that is looked at, and its step. */
    line,
    choose: setChosen,
    hit: steps[line]?.step_id ?? null,
    taken: new Set(steps.flatMap(({ step_id: id }) => (id === null ? [] : [id]))),
  };
}

export type Trial = ReturnType<typeof useTrial>;

export type TalkLine = { said: string } | { step: RunStep; at: number };

/** The customer’s messages and the lines of the trace in the order in which they happened. */
export function linesOf({ steps, messages }: Pick<DryRun, 'steps' | 'messages'>): TalkLine[] {
  const saidBefore = (at: number) => messages.filter((one) => one.step === at).map(({ text }) => ({ said: text }));
  const rest = messages.filter((one) => one.step >= steps.length).map(({ text }) => ({ said: text }));
  return [...steps.flatMap((step, at) => [...saidBefore(at), { step, at }]), ...rest];
}

export function repliesOf({ detail }: RunStep): Replies {
  const replies = Array.isArray(detail['replies']) ? (detail['replies'] as Replies['replies']) : [];
  return { replies, opens: typeof detail['opens'] === 'string' ? detail['opens'] : null };
}

/** Whether a line is a message to the customer. */
export function isMessage({ outcome }: RunStep): boolean {
  return ['sent', 'asked', 'retried'].includes(outcome);
}
