import type { AssistantAssignee, Thread } from '@parley/contract/types';
import { useEffect } from 'react';
import { api } from '../../../platform/api.ts';
import { createStore } from '../../../platform/store.ts';
import { useAiFunctions } from '../../ai/public.ts';

const assignee = createStore<AssistantAssignee | null>(null);
/** Admins rarely change it; the server refuses what is no longer so. */
const freshMs = 60_000;
let askedAt = Number.NEGATIVE_INFINITY;

/** The open conversation, and whether the assistant answers in it. */
export const openConversation = createStore<{ id: string; answers: boolean } | null>(null);

/** Asks for its name, where it answers and what it has, unless the answer is so fresh: at first a minute. */
export function askAssistant(maxAgeMs = freshMs): void {
  if (performance.now() - askedAt < maxAgeMs) return;
  askedAt = performance.now();
  void api('GET /api/ai/assistant/assignee', {})
    .then(assignee.set)
    .catch(() => {
      askedAt = Number.NEGATIVE_INFINITY;
    });
}

/** A list of conversations asks again so often when they change. */
const restMs = 10_000;

/** Keeps what it has up to date while conversations change. */
export function useFollowAssistant(revision: number): void {
  useEffect(() => {
    if (revision < 0) return;
    const waitMs = Math.max(500, askedAt + restMs - performance.now());
    const timer = setTimeout(() => askAssistant(restMs), waitMs);
    return () => clearTimeout(timer);
  }, [revision]);
}

/** @returns its name where it has the conversation; else null */
export function useAssistantOf({ id, assignee_id, assignee_group_id }: Thread): string | null {
  const name = assignee((known) => (known?.thread_ids.includes(id) ? known.name : null));
  return assignee_id === null && assignee_group_id === null ? name : null;
}

/** What the team reads as its name; null until it was asked. */
export function useAssistantName(): string | null {
  return assignee((known) => known?.name ?? null);
}

/** @returns its name where all of these conversations can be given to it; else null */
export function useAssistantFor(threads: readonly Thread[]): string | null {
  const isOn = useAiFunctions().includes('assistant');
  const known = assignee();
  useEffect(() => {
    if (isOn) askAssistant();
  });
  if (!isOn || known === null || threads.length === 0) return null;
  return threads.every(({ channel_id: id }) => known.channel_ids.includes(id)) ? known.name : null;
}

/** Whether the assistant has the conversation, as far as it is open and nobody else has it. */
export function useHasAssistant({ id, assignee_id, assignee_group_id }: Thread): boolean {
  const answers = openConversation((open) => open?.id === id && open.answers);
  return answers && assignee_id === null && assignee_group_id === null;
}
