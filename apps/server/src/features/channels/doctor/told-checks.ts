import type { DoctorCheck } from '@parley/contract/types';
import type { ToldFact } from '../fact-repo.ts';
import { bad, ok } from './check.ts';

const manager = 'Look at the account in the WhatsApp Manager and ask for a review there.';

/** What WhatsApp told by webhook and what still holds: bans, restrictions, violations, alerts. */
export function checkTold(facts: readonly ToldFact[]): DoctorCheck[] {
  const found = facts.flatMap((fact) => noticeOf(fact) ?? []);
  return found.length === 0 ? [ok('notices', 'WhatsApp has told of no restriction and no alert.')] : found;
}

function noticeOf({ name, value, detail, ends_at: endsAt }: ToldFact): DoctorCheck | null {
  const until = endsAt === null ? '' : ` until ${endsAt.toISOString()}`;
  if (name === 'ban') return bad('notices', `WhatsApp has told of a ban: ${value}.`, manager);
  if (name === 'violation') return bad('notices', `WhatsApp has told of a violation: ${value}.`, manager);
  if (name.startsWith('restriction:')) {
    return bad('notices', `WhatsApp restricts the account: ${value}${until}.`, detail?.remediation ?? manager);
  }
  if (name === 'flagged') {
    return bad('notices', 'WhatsApp has flagged the number for its quality.', 'Send fewer broadcasts.', 'warning');
  }
  if (name.startsWith('alert:')) {
    const words = detail?.description ?? name.slice('alert:'.length);
    const critical = value === 'CRITICAL';
    return critical || value === 'WARNING'
      ? bad('notices', `WhatsApp alerts: ${words}`, manager, critical ? 'failed' : 'warning')
      : null;
  }
  return null;
}
