import type { CampaignFailure } from '@parley/contract/types';
import { retryHelps } from '../campaign-rules.ts';

/** What is offered for a group of failures: one button. */
export type FailureAct = 'send_again' | 'retry' | 'open_meta' | 'open_channels' | 'show';

/** Codes that are mended at Meta: payment, a locked account, a broken policy. */
const atMeta = new Set([368, 131_031, 131_042]);
/** Codes that are mended where the channel is set up: token, rights, registration. */
const atChannel = new Set([0, 10, 190, 131_005, 131_045, 133_010]);

export function actOfFailure(failure: Pick<CampaignFailure, 'state' | 'provider_code'>): FailureAct {
  const code = failure.provider_code;
  if (failure.state === 'UNKNOWN') return 'send_again';
  if (failure.state === 'CAPPED') return 'retry';
  if (code !== null && atMeta.has(code)) return 'open_meta';
  if (code !== null && atChannel.has(code)) return 'open_channels';
  return retryHelps(failure) ? 'retry' : 'show';
}
