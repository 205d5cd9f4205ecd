import { said } from '@parley/contract/said';
import type { DoctorCheck } from '@parley/contract/types';
import type { CallOutcome, TokenInfo } from '@parley/whatsapp-client';
import { isTokenRefused } from '../previous-token.ts';
import { bad, ok, skipped, unanswered } from './check.ts';
import type { PreviousTokenAnswers } from './facts.ts';

const dayMs = 24 * 3_600_000;
/** How long before its expiry a token is reported. */
const expiringMs = 14 * dayMs;

/** What a token needs for sending, and for everything else. */
export const neededPermissions = ['whatsapp_business_messaging', 'whatsapp_business_management'] as const;

const newToken = 'Create a system user token in Meta’s Business settings and rotate it here.';

export function checkToken(token: CallOutcome<TokenInfo>, nowMs: number): DoctorCheck {
  if (token.kind === 'retry') return unanswered('token', token);
  if (token.kind === 'failed') return bad('token', `${token.error.title}.`, newToken);
  const { isValid, expiresAtMs } = token.value;
  if (!isValid || (expiresAtMs !== null && expiresAtMs <= nowMs)) {
    return bad('token', 'The access token is not valid any more.', newToken);
  }
  if (expiresAtMs === null) return ok('token', 'The access token is valid and does not expire.');
  const days = Math.floor((expiresAtMs - nowMs) / dayMs);
  const detail = days === 1 ? 'The access token expires in 1 day.' : `The access token expires in ${days} days.`;
  return expiresAtMs - nowMs < expiringMs ? bad('token', detail, newToken, 'warning') : ok('token', detail);
}

/** The permissions that a token lacks. */
export function missingPermissions({ scopes, granularScopes }: TokenInfo): string[] {
  const granted = new Set([...scopes, ...granularScopes.map(({ scope }) => scope)]);
  return neededPermissions.filter((permission) => !granted.has(permission));
}

export function checkPermissions(token: CallOutcome<TokenInfo>): DoctorCheck {
  if (token.kind !== 'ok') return skipped('permissions', said('the token couldn’t be read'));
  const missing = missingPermissions(token.value).join(', ');
  if (missing === '') return ok('permissions', `The token holds ${neededPermissions.join(', ')}.`);
  return bad(
    'permissions',
    `The token lacks ${missing}.`,
    `Give the system user ${missing} for this app, make a new token and rotate it here.`,
  );
}

/** @param secret the response to the app's own token, see `askToken` */
export function checkSecret(secret: CallOutcome<TokenInfo> | null): DoctorCheck {
  if (secret === null) return skipped('app_secret', said('the token’s app isn’t known'));
  if (secret.kind === 'ok') return ok('app_secret', 'The app secret is that of the token’s app.');
  if (secret.kind === 'retry') return unanswered('app_secret', secret);
  return bad(
    'app_secret',
    'The app secret is not that of the token’s app, so no signature will be right.',
    'Copy the secret from the app’s basic settings and rotate it here.',
  );
}

/** Which of two tokens the channel works with in the day after a rotation. */
export function checkPreviousToken({ untilMs, current, previous }: PreviousTokenAnswers): DoctorCheck {
  const until = new Date(untilMs).toISOString();
  if (!isTokenRefused(current)) {
    return ok('earlier_credentials', `Until ${until} the app secret and token before the rotation are good as well.`);
  }
  if (isTokenRefused(previous)) {
    return bad('earlier_credentials', 'Both the token and the one before the rotation are refused.', newToken);
  }
  const detail = `The token is refused. Until ${until}, messages are sent with the previous one.`;
  return bad('earlier_credentials', detail, newToken, 'warning');
}
