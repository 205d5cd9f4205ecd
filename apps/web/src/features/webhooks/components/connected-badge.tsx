import { useLingui } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';
import { WebhookState } from './webhook-state.tsx';

export function ConnectedBadge({ on }: { on: boolean }) {
  const { t } = useLingui();
  return on ? <WebhookState health="working" /> : <Badge>{t`Not connected`}</Badge>;
}
