import type { DoctorCheck } from '@parley/contract/types';
import type { AccountUpdateRow } from '../account-update-repo.ts';
import { bad, ok } from './check.ts';

const manager = 'Open the account in WhatsApp Manager and request a review.';

const securityEvents: Readonly<Record<string, string>> = {
  PIN_CHANGED: 'that the PIN of two-step verification was changed',
  PIN_RESET_REQUEST: 'a request to reset the PIN of two-step verification',
  PIN_REQUEST_SUCCESS: 'that the PIN of two-step verification was reset',
};

const connected: ReadonlySet<string> = new Set(['ACCOUNT_RECONNECTED', 'PARTNER_ADDED', 'PARTNER_APP_INSTALLED']);

/** Account updates that WhatsApp sent by webhook and that still apply: bans, restrictions, violations, alerts. */
export function checkAccountUpdates(facts: readonly AccountUpdateRow[]): DoctorCheck[] {
  const found = facts.flatMap((fact) => noticeOf(fact) ?? []);
  const calm = found.every(({ state }) => state === 'ok');
  return calm ? [ok('notices', 'No restrictions or alerts.'), ...found] : found;
}

function noticeOf({ name, value, detail, ends_at: endsAt }: AccountUpdateRow): DoctorCheck | null {
  if (name === 'ban') return bad('notices', `WhatsApp has told of a ban: ${value}.`, manager);
  if (name === 'violation') return bad('notices', `WhatsApp has told of a violation: ${value}.`, manager);
  if (name.startsWith('restriction:')) {
    const words =
      endsAt === null
        ? `WhatsApp restricts the account: ${value}.`
        : `WhatsApp restricts the account until ${endsAt.toISOString()}: ${value}.`;
    return bad('notices', words, detail?.remediation ?? manager);
  }
  if (name === 'flagged') {
    return bad('notices', 'WhatsApp has flagged the number for its quality.', 'Send fewer broadcasts.', 'warning');
  }
  if (name === 'account_review' && value === 'REJECTED') {
    return bad('notices', 'WhatsApp rejected the business account in its review.', manager);
  }
  if (name === 'security') {
    const said = securityEvents[value] ?? `a security event: ${value}`;
    return bad(
      'notices',
      `WhatsApp reported ${said}.`,
      'If no one on your team did this, secure the number.',
      'warning',
    );
  }
  if (name === 'connection' && !connected.has(value)) {
    return bad('notices', `WhatsApp reported: ${value}.`, 'Connect the number again under Channels.');
  }
  if (name.startsWith('trouble:')) {
    return bad('notices', `WhatsApp reported: ${value}.`, 'Fix the cause, then send a message to check.', 'warning');
  }
  if (name === 'max_phone_numbers') {
    return ok('notices', `The business may have up to ${value} phone numbers.`);
  }
  if (name === 'marketing_fallback') {
    const fix = 'Nothing: they were sent as other messages. WhatsApp needs up to ten minutes for a new template.';
    return bad('notices', `WhatsApp’s Marketing Messages API did not take a template: ${value}.`, fix, 'warning');
  }
  if (name.startsWith('price_tier:')) {
    const [, category = '', region = ''] = name.split(':');
    const kind = category.toLowerCase();
    return ok(
      'notices',
      detail?.month
        ? `WhatsApp prices ${kind} messages to ${region} by the tier ${value} from ${detail.month} on.`
        : `WhatsApp prices ${kind} messages to ${region} by the tier ${value}.`,
    );
  }
  if (name.startsWith('payment:')) {
    return ok('notices', `The payment configuration ${name.slice('payment:'.length)} is now: ${value}.`);
  }
  if (name === 'username') return ok('notices', `The username ${detail?.username ?? ''} is ${value.toLowerCase()}.`);
  if (name.startsWith('alert:')) {
    const words = detail?.description ?? name.slice('alert:'.length);
    const critical = value === 'CRITICAL';
    return critical || value === 'WARNING'
      ? bad('notices', `WhatsApp alerts: ${words}`, manager, critical ? 'failed' : 'warning')
      : null;
  }
  return null;
}
