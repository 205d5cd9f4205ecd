import type { Scope } from '@parley/contract/types';
import { ApiError } from '../../../platform/errors.ts';
import { parseNetworks, type ScopeSet, scopesOfSet } from './api-keys.ts';

/** The form of a new API key. */
export type KeyDraft = {
  name: string;
  set: ScopeSet;
  scopes: Scope[];
  /** null: all */
  channels: string[] | null;
  days: string;
  networks: string;
};

export const emptyKeyDraft: KeyDraft = {
  name: '',
  set: 'chosen',
  scopes: [],
  channels: null,
  days: '90',
  networks: '',
};

export function chosenScopes({ set, scopes }: Pick<KeyDraft, 'set' | 'scopes'>): Scope[] {
  return set === 'chosen' ? scopes : scopesOfSet(set);
}

/** @param id the same for every try, so that trying again creates one key */
export function newKeyBody(id: string, draft: KeyDraft) {
  return {
    id,
    name: draft.name.trim(),
    scopes: chosenScopes(draft),
    channel_ids: draft.channels,
    allowed_addresses: parseNetworks(draft.networks),
    expires_in_days: draft.days === 'never' ? null : Number(draft.days),
  };
}

/**
 * Puts errors of single addresses on the field of all addresses: the server names the wrong one by its index, the form
 * has one field for all.
 */
export function withAddressErrors(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const data = error.data.map((entry) =>
    entry.field.startsWith('allowed_addresses.') ? { ...entry, field: 'allowed_addresses' } : entry,
  );
  const { status, code, message, requestId, retryAfterSeconds } = error;
  return new ApiError({ status, code, message, data, requestId, retryAfterSeconds });
}
