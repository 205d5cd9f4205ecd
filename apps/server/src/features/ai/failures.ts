import type { AiFailure } from '@parley/contract/types';
import { AppError } from '../../platform/errors.ts';

/** A call that gave nothing. `charged`: the provider may have counted it, which nobody can know. */
export class ProviderFailure extends Error {
  readonly reason: AiFailure;
  /** The provider's own words, without the key. */
  readonly detail: string | null;
  readonly charged: boolean;

  constructor(reason: AiFailure, detail: string | null, charged = false) {
    super(reason);
    this.reason = reason;
    this.detail = detail;
    this.charged = charged;
  }
}

/** What happened and what to do. */
export const failureMessages: Record<AiFailure, string> = {
  key_refused: 'The AI provider refused the key. An Admin can enter a new one under Integrations.',
  rate_limited: 'The AI provider’s rate limit or credit is used up. Try again in a minute, or check your plan there.',
  not_found: 'The AI provider doesn’t know this address or model. An Admin can correct it under Integrations.',
  rejected: 'The AI provider rejected the request. See its own words under Details.',
  provider_error: 'The AI provider had a problem. Try again in a moment.',
  timeout: 'The AI provider didn’t answer within 30 seconds. Try again.',
  private_address: 'The AI provider’s address leads into a private network, which this server doesn’t call.',
  unreachable: 'Couldn’t reach the AI provider. Check its address under Integrations, or try again.',
  unusable_answer: 'The AI provider’s answer couldn’t be used. Try again, or choose another model.',
  interrupted: 'The server restarted during the call. Try again.',
};

export function failureError({ reason, detail }: ProviderFailure): AppError {
  const data = detail === null ? [] : [{ field: 'provider', msg: detail }];
  return new AppError('ai_failed', { message: failureMessages[reason], data });
}

/** Of an answer that is an error. */
export function reasonOfStatus(status: number): AiFailure {
  if (status === 401 || status === 403) return 'key_refused';
  if (status === 429 || status === 402) return 'rate_limited';
  if (status === 404) return 'not_found';
  if (status >= 300 && status < 400) return 'not_found';
  return status >= 500 ? 'provider_error' : 'rejected';
}
