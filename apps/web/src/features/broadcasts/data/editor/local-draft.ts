import { accountStorage } from '../../../../platform/account-storage.ts';
import { readJson } from '../../../../platform/storage.ts';
import type { BroadcastDraft } from './draft.ts';

/** Changes of a draft on this device that the server does not have yet. */
export type LocalDraft = {
  draft: BroadcastDraft;
  /** The version the changes are based on; null: the server has no such draft. */
  base: { draft: BroadcastDraft; version: number } | null;
};

const keyOf = (id: string) => `broadcast:${id}`;

export function readLocalDraft(id: string): LocalDraft | null {
  const value = readJson(accountStorage().get(keyOf(id)));
  if (typeof value !== 'object' || value === null) return null;
  const { draft, base } = value as Partial<LocalDraft>;
  return typeof draft === 'object' && base !== undefined ? { draft, base } : null;
}

export function saveLocalDraft(id: string, draft: LocalDraft): void {
  accountStorage().set(keyOf(id), JSON.stringify(draft));
}

export function deleteLocalDraft(id: string): void {
  accountStorage().remove(keyOf(id));
}
