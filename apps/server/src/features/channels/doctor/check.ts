import type { DoctorCheck } from '@parley/contract/types';
import type { CallOutcome } from '@parley/whatsapp-client';

/** Every check, in the order of the report; `address` and `adapter` are of SESSION channels. */
export const checkNames = [
  'state',
  'address',
  'adapter',
  'token',
  'permissions',
  'app_secret',
  'earlier_credentials',
  'number',
  'account',
  'verified',
  'registered',
  'display_name',
  'quality',
  'throughput',
  'subscribed',
  'fields',
  'notices',
  'health',
  'allowance',
  'marketing',
  'webhook_reachable',
  'deliveries',
  'clock',
  'claim',
] as const;
export type CheckName = (typeof checkNames)[number];

export const ok = (name: CheckName, detail: string): DoctorCheck => ({ name, state: 'ok', detail, fix: null });

export const bad = (
  name: CheckName,
  detail: string,
  fix: string,
  state: DoctorCheck['state'] = 'failed',
): DoctorCheck => ({ name, state, detail, fix });

export const skipped = (name: CheckName, why: string): DoctorCheck => ({
  name,
  state: 'skipped',
  detail: `Not looked at: ${why}.`,
  fix: null,
});

/** The text for a request without a response, or for a refusal. */
export function unanswered(name: CheckName, outcome: Exclude<CallOutcome<unknown>, { kind: 'ok' }>): DoctorCheck {
  if (outcome.kind === 'retry') {
    return bad(name, `${outcome.error.title}.`, 'Look again in a few minutes.', 'unproven');
  }
  return bad(name, `${outcome.error.title}.`, outcome.error.nextStep);
}
