import type { NumberFacts } from '@parley/contract/types';
import type { CallOutcome, PhoneNumberInfo, TokenInfo } from '@parley/whatsapp-client';
import type { Look } from '../health-repo.ts';
import { allowanceOf } from './allowance.ts';
import { checksOf } from './checks.ts';
import type { Facts } from './facts.ts';
import { checkToken } from './token-checks.ts';

/** What is kept of a look at a channel. */
export function lookOf(facts: Facts): Look {
  const { answers, nowMs } = facts;
  const look = { at: new Date(nowMs).toISOString(), checks: checksOf(facts) };
  if (answers.kind === 'SESSION') return { ...look, number: null, token: { state: 'unknown', expires_at: null } };
  const { token, number } = answers;
  return {
    ...look,
    token: tokenFacts(token, nowMs),
    number: number.kind === 'ok' ? numberFactsOf(number.value) : null,
  };
}

function tokenFacts(token: CallOutcome<TokenInfo>, nowMs: number): Look['token'] {
  if (token.kind === 'retry') return { state: 'unknown', expires_at: null };
  const { state } = checkToken(token, nowMs);
  const atMs = token.kind === 'ok' ? token.value.expiresAtMs : null;
  return {
    state: state === 'ok' ? 'valid' : state === 'warning' ? 'expiring' : 'invalid',
    expires_at: atMs === null ? null : new Date(atMs).toISOString(),
  };
}

export function numberFactsOf(info: PhoneNumberInfo): NumberFacts {
  return {
    verified_name: info.verifiedName,
    name_status: info.nameStatus,
    status: info.status,
    quality: info.qualityRating,
    throughput: info.throughputLevel,
    coexistence: info.isOnBusinessApp,
    allowance: allowanceOf(info.messagingLimit),
  };
}
