import { api } from '../../../../platform/api.ts';
import type { ImportDraft } from './draft.ts';

/** Saves mapping and rules, and starts the check of all rows. */
export function startCheck(id: string, { mapping, rules }: ImportDraft) {
  return api('PUT /api/imports/{id}/mapping', { params: { id }, body: { mapping, rules } });
}
