import { useLingui } from '@lingui/react/macro';
import type { FeedbackSettings } from '@parley/contract/types';

/** Where a report goes, in words; null: nowhere else. */
export function useReceiver(
  destination: FeedbackSettings['destination'] | undefined,
  sentTo: string | null,
): string | null {
  const { t } = useLingui();
  return destination === 'file' ? t`a file on the server` : sentTo;
}
