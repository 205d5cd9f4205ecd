import type { Template } from '@parley/contract/types';

export type TemplateUpdate =
  | 'approved'
  | 'category'
  | 'category_soon'
  | 'disabled'
  | 'paused'
  | 'quality'
  | 'rejected'
  | 'resumed';

/** Templates that nobody can send until someone does something. */
export const withProblem = ['REJECTED', 'PAUSED', 'DISABLED'];

/** How long ago a report may be to be an update, when what was before is not known. */
const freshMs = 10 * 60_000;

/**
 * What WhatsApp did to a template, if those who use it should know.
 * @param before null: not known, because it was not one that could be sent
 */
export function templateUpdate(before: Template | null, after: Template, now: number): TemplateUpdate | null {
  if (before === null) {
    const isFresh = after.status_at !== null && Date.parse(after.status_at) > now - freshMs;
    return isFresh ? (updateOfStatus[after.status] ?? null) : null;
  }
  if (before.status !== after.status) {
    if (after.status !== 'ACTIVE') return updateOfStatus[after.status] ?? null;
    return before.status === 'PENDING' ? 'approved' : withProblem.includes(before.status) ? 'resumed' : null;
  }
  if (['DRAFT', 'DELETED'].includes(after.status)) return null;
  if (after.next_category !== null && before.next_category !== after.next_category) return 'category_soon';
  // A change that a member submitted arrives with the review.
  if (before.category !== null && before.category !== after.category && after.status === 'ACTIVE') return 'category';
  return rank(after.quality) > rank(before.quality) ? 'quality' : null;
}

const updateOfStatus: Readonly<Record<string, TemplateUpdate>> = {
  DISABLED: 'disabled',
  PAUSED: 'paused',
  REJECTED: 'rejected',
};

/** Editors learn everything, the others what they can or can't send. */
export const updatesForAll: readonly TemplateUpdate[] = ['disabled', 'paused', 'quality', 'resumed'];

function rank(quality: string | null): number {
  return ['YELLOW', 'RED'].indexOf(quality ?? '');
}
