import type { AiDraft } from '@parley/contract/types';
import { session } from '../../../platform/browser-session.ts';
import { accountValues, deviceStorage } from '../../../platform/storage.ts';
import { createStore } from '../../../platform/store.ts';

/** A draft in the field of a conversation, as it was put there. */
export type PlacedDraft = AiDraft & { field: string };

const name = 'ai-drafts';
const remembered = 20;
const drafts = createStore<ReadonlyMap<string, PlacedDraft>>(new Map());
let loadedFor: string | null = null;

/** The drafts of this account on this device, until sign-out: a reload keeps their mark. */
function load(): ReadonlyMap<string, PlacedDraft> {
  const state = session.state();
  if (state.status === 'signed-out') return drafts.get();
  const account = JSON.stringify(state.account);
  if (loadedFor === account) return drafts.get();
  loadedFor = account;
  const stored = accountValues(deviceStorage, state.account).read(name);
  drafts.set(new Map(Array.isArray(stored) ? (stored as [string, PlacedDraft][]) : []));
  return drafts.get();
}

function store(next: ReadonlyMap<string, PlacedDraft>): void {
  drafts.set(next);
  const state = session.state();
  if (state.status !== 'signed-out')
    accountValues(deviceStorage, state.account).write(name, [...next].slice(-remembered));
}

export function placeDraft(threadId: string, draft: PlacedDraft): void {
  store(new Map([...load(), [threadId, draft]]));
}

export function forgetDraft(threadId: string): void {
  const next = new Map(load());
  if (next.delete(threadId)) store(next);
}

export function usePlacedDraft(threadId: string): PlacedDraft | null {
  load();
  return drafts((all) => all.get(threadId) ?? null);
}
