import type { Campaign } from '@parley/contract/types';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconPencil,
  IconPlayerPause,
  IconPlayerStop,
  IconSend,
} from '@tabler/icons-react';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { useCampaignLabels } from '../data/campaign-labels.ts';
import { type CampaignStatus, statusOf } from '../data/campaign-rules.ts';

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
export function CampaignStatusBadge({ campaign }: { campaign: Pick<Campaign, 'state' | 'counters'> }) {
  const words = useCampaignLabels();
  const status = statusOf(campaign);
  const { tone, icon: Icon } = appearances[status];
  return (
    <Badge tone={tone} icon={<Icon size={13} stroke={2} aria-hidden="true" />}>
      {words.status[status]}
    </Badge>
  );
}
