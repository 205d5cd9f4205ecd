import type { CampaignFailure } from '@parley/contract/types';
import { retryHelps } from '../campaign-rules.ts';

/** The action offered for a group of failures. */
export type FailureAction = 'send_again' | 'retry' | 'open_meta' | 'open_channels' | 'show';

/** Codes to fix at Meta: payment, a locked account, a broken policy. */
const atMeta = new Set([368, 131_031, 131_042]);
/** Codes to fix in the channel's settings: token, permissions, registration. */
const atChannel = new Set([0, 10, 190, 131_005, 131_045, 133_010]);

export function failureActionOf(failure: Pick<CampaignFailure, 'state' | 'provider_code'>): FailureAction {
  const code = failure.provider_code;
  if (failure.state === 'UNKNOWN') return 'send_again';
  if (failure.state === 'CAPPED') return 'retry';
  if (code !== null && atMeta.has(code)) return 'open_meta';
  if (code !== null && atChannel.has(code)) return 'open_channels';
  return retryHelps(failure) ? 'retry' : 'show';
}
