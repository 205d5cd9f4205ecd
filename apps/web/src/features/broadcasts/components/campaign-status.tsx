import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconPencil,
  IconPlayerPause,
  IconPlayerStop,
  IconRepeat,
  IconSend,
} from '@tabler/icons-react';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { useCampaignLabels } from '../data/campaign-labels.ts';
import { type CampaignStatus, isRecurring, statusOf } from '../data/campaign-rules.ts';

const appearances: Record<CampaignStatus, { tone: BadgeTone; icon: typeof IconCheck }> = {
  draft: { tone: 'neutral', icon: IconPencil },
  scheduled: { tone: 'info', icon: IconClock },
  sending: { tone: 'info', icon: IconSend },
  paused: { tone: 'warn', icon: IconPlayerPause },
  finished: { tone: 'ok', icon: IconCheck },
  finished_with_failures: { tone: 'warn', icon: IconAlertTriangle },
  cancelled: { tone: 'neutral', icon: IconPlayerStop },
};

/** The status of a broadcast as a badge. */
export function CampaignStatusBadge({
  campaign,
}: {
  campaign: Pick<Campaign, 'state' | 'counters'> & Partial<Pick<Campaign, 'schedule'>>;
}) {
  const words = useCampaignLabels();
  const status = statusOf(campaign);
  const { t } = useLingui();
  if (status === 'scheduled' && campaign.schedule !== undefined && isRecurring({ schedule: campaign.schedule })) {
    return (
      <Badge tone="info" icon={<IconRepeat size={13} stroke={2} aria-hidden="true" />}>
        {t`Recurring`}
      </Badge>
    );
  }
  const { tone, icon: Icon } = appearances[status];
  return (
    <Badge tone={tone} icon={<Icon size={13} stroke={2} aria-hidden="true" />}>
      {words.status[status]}
    </Badge>
  );
}
