import { api } from '../../../platform/api.ts';
import type { ImportDraft } from './draft.ts';

/** Tells the server what was chosen and has every row checked. */
export function startCheck(id: string, { mapping, rules }: ImportDraft) {
  return api('PUT /api/imports/{id}/mapping', { params: { id }, body: { mapping, rules } });
}
