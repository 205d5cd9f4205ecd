import { useLingui } from '@lingui/react/macro';
import type { RecipientState } from '@parley/contract/types';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { campaignResultTitles } from '../data/filters.ts';

const tones: Partial<Record<RecipientState, BadgeTone>> = {
  CAPPED: 'warn',
  DELIVERED: 'info',
  FAILED: 'bad',
  READ: 'ok',
  UNKNOWN: 'warn',
};

/** The result of a broadcast for one contact. */
export function CampaignResult({ state }: { state: RecipientState }) {
  const { i18n } = useLingui();
  const title = campaignResultTitles[state];
  const tone = tones[state];
  return <Badge {...(tone !== undefined && { tone })}>{title ? i18n._(title) : state}</Badge>;
}
