import { accountStorage } from '../../../platform/account-storage.ts';
import { readJson } from '../../../platform/storage.ts';
import type { BroadcastDraft } from './draft.ts';

/** What this device knows of a draft and the server was not told yet. */
export type KeptDraft = {
  draft: BroadcastDraft;
  /** What it was changed from; null: the server knows nothing of it. */
  base: { draft: BroadcastDraft; version: number } | null;
};

const keyOf = (id: string) => `broadcast:${id}`;

export function readKept(id: string): KeptDraft | null {
  const value = readJson(accountStorage().get(keyOf(id)));
  if (typeof value !== 'object' || value === null) return null;
  const { draft, base } = value as Partial<KeptDraft>;
  return typeof draft === 'object' && base !== undefined ? { draft, base } : null;
}

export function keepDraft(id: string, kept: KeptDraft): void {
  accountStorage().set(keyOf(id), JSON.stringify(kept));
}

export function forgetKept(id: string): void {
  accountStorage().remove(keyOf(id));
}
