import type { PhoneNumberDetails } from '@parley/contract/types';
import type { CallOutcome, PhoneNumberInfo, TokenInfo } from '@parley/whatsapp-client';
import type { HealthReport } from '../health-repo.ts';
import { runChecks } from './checks.ts';
import type { Facts } from './facts.ts';
import { messagingLimitOf } from './messaging-limit.ts';
import { checkToken } from './token-checks.ts';

/** The stored part of a channel check. */
export function healthReportOf(facts: Facts): HealthReport {
  const { answers, nowMs } = facts;
  const look = { at: new Date(nowMs).toISOString(), checks: runChecks(facts) };
  if (answers.kind === 'SESSION') return { ...look, number: null, token: { state: 'unknown', expires_at: null } };
  const { token, number, account } = answers;
  const portfolioId = account.kind === 'ok' ? account.value.portfolioId : null;
  return {
    ...look,
    token: tokenFacts(token, nowMs),
    number: number.kind === 'ok' ? numberFactsOf(number.value, portfolioId) : null,
  };
}

function tokenFacts(token: CallOutcome<TokenInfo>, nowMs: number): HealthReport['token'] {
  if (token.kind === 'retry') return { state: 'unknown', expires_at: null };
  const { state } = checkToken(token, nowMs);
  const atMs = token.kind === 'ok' ? token.value.expiresAtMs : null;
  return {
    state: state === 'ok' ? 'valid' : state === 'warning' ? 'expiring' : 'invalid',
    expires_at: atMs === null ? null : new Date(atMs).toISOString(),
  };
}

export function numberFactsOf(info: PhoneNumberInfo, portfolioId: string | null): PhoneNumberDetails {
  return {
    verified_name: info.verifiedName,
    name_status: info.nameStatus,
    status: info.status,
    quality: info.qualityRating,
    throughput: info.throughputLevel,
    coexistence: info.isOnBusinessApp,
    allowance: messagingLimitOf(info.messagingLimit),
    portfolio_id: portfolioId,
  };
}
