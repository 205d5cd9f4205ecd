import type { DoctorCheck } from '@parley/contract/types';
import type { CallOutcome } from '@parley/whatsapp-client';

export const ok = (name: string, detail: string): DoctorCheck => ({ name, state: 'ok', detail, fix: null });

export const bad = (
  name: string,
  detail: string,
  fix: string,
  state: DoctorCheck['state'] = 'failed',
): DoctorCheck => ({ name, state, detail, fix });

export const skipped = (name: string, why: string): DoctorCheck => ({
  name,
  state: 'skipped',
  detail: `Not looked at: ${why}.`,
  fix: null,
});

/** Words for a question that got no answer, or a refusal for one. */
export function unanswered(name: string, outcome: Exclude<CallOutcome<unknown>, { kind: 'ok' }>): DoctorCheck {
  if (outcome.kind === 'retry') {
    return bad(name, `${outcome.error.title}.`, 'Look again in a few minutes.', 'unproven');
  }
  return bad(name, `${outcome.error.title}.`, outcome.error.nextStep);
}
