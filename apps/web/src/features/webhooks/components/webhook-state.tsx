import { useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCheck, IconPlayerPause } from '@tabler/icons-react';
import { Badge } from '../../../ui/badge.tsx';
import type { WebhookHealth } from '../data/webhook-words.ts';

const size = { size: 13, stroke: 2 } as const;

/** The state of one or several webhooks. Null: there is none. */
export function WebhookState({ health }: { health: WebhookHealth | null }) {
  const { t } = useLingui();
  if (health === null) return <Badge>{t`Not connected`}</Badge>;
  if (health === 'working') return <Badge tone="ok" icon={<IconCheck {...size} />}>{t`Connected`}</Badge>;
  if (health === 'failing') return <Badge tone="bad" icon={<IconAlertTriangle {...size} />}>{t`Failing`}</Badge>;
  return <Badge tone="warn" icon={<IconPlayerPause {...size} />}>{t`Paused`}</Badge>;
}
