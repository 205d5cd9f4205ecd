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
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { type CampaignStatus, statusOf } from './campaign-rules.ts';
import { useCampaignWords } from './campaign-words.ts';

const looks: Record<CampaignStatus, { tone: BadgeTone; icon: typeof IconCheck }> = {
  draft: { tone: 'neutral', icon: IconPencil },
  scheduled: { tone: 'info', icon: IconClock },
  sending: { tone: 'info', icon: IconSend },
  paused: { tone: 'warn', icon: IconPlayerPause },
  finished: { tone: 'ok', icon: IconCheck },
  finished_with_failures: { tone: 'warn', icon: IconAlertTriangle },
  cancelled: { tone: 'neutral', icon: IconPlayerStop },
};

/** How a broadcast stands, in a word or two. */
export function CampaignStatusBadge({ campaign }: { campaign: Pick<Campaign, 'state' | 'counters'> }) {
  const words = useCampaignWords();
  const status = statusOf(campaign);
  const { tone, icon: Icon } = looks[status];
  return (
    <Badge tone={tone} icon={<Icon size={13} stroke={2} aria-hidden="true" />}>
      {words.status[status]}
    </Badge>
  );
}
