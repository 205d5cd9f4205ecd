import type { Client, OutputOf } from '@parley/contract/types';

/** The steps of the wizard in order; the last two are states of /initial-setup. */
export const setupSteps = ['business-info', 'referral-source', 'connect', 'first-message'] as const;
export type SetupStep = (typeof setupSteps)[number];

export type Checklist = OutputOf<'GET /api/setup-checklist'>;

/** The value of `referral_source` when the question was skipped. */
export const skippedSource = 'skipped';

/**
 * The next step, derived from server data, so that the wizard continues on another device.
 * @returns null when all is done
 */
export function findNextStep(client: Pick<Client, 'referral_source'>, checklist: Checklist): SetupStep | null {
  const done = (key: Checklist['items'][number]['key']) =>
    checklist.items.some((item) => item.key === key && item.done);
  if (client.referral_source === null) return 'referral-source';
  if (done('test_message')) return null;
  return done('connect_number') ? 'first-message' : 'connect';
}

/** The step of a URL, or null for one that only redirects. */
export function stepOf(path: string, search: Record<string, unknown>): SetupStep | null {
  if (path === '/initial-setup/business-info') return 'business-info';
  if (path === '/initial-setup/referral-source') return 'referral-source';
  return setupSteps.find((step) => step === search['step']) ?? null;
}

/** The URL of a step. */
export function addressOfStep(step: SetupStep): { to: string; search: Record<string, string> } {
  if (step === 'business-info' || step === 'referral-source') return { to: `/initial-setup/${step}`, search: {} };
  return { to: '/initial-setup', search: { step } };
}
