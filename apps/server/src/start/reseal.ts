import { resealAiKeys } from '../features/ai/public.ts';
import { resealAutomationSecrets } from '../features/automations/public.ts';
import { resealChannels } from '../features/channels/public.ts';
import { resealFeedbackSecrets } from '../features/feedback/public.ts';
import { resealHistoryKeys } from '../features/history/public.ts';
import { resealFactors } from '../features/identity/public.ts';
import { resealImportSources } from '../features/imports/public.ts';
import { resealExportPasswords, resealForwardingSecrets } from '../features/settings/public.ts';
import { resealEndpointSecrets, resealIncomingSecrets } from '../features/webhooks/public.ts';
import type { Platform } from '../platform/platform.ts';

/** What is sealed with the previous key, feature by feature, for a start with SECRET_KEY_PREVIOUS. */
export const reseals: ReadonlyArray<(platform: Platform) => Promise<unknown>> = [
  resealChannels,
  resealFeedbackSecrets,
  resealEndpointSecrets,
  resealForwardingSecrets,
  resealExportPasswords,
  resealIncomingSecrets,
  resealAiKeys,
  resealImportSources,
  resealHistoryKeys,
  resealAutomationSecrets,
  resealFactors,
];
