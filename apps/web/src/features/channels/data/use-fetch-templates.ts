import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { toast } from '../../../ui/toast.ts';
import { useCallErrorText } from './use-call-error-text.ts';
import { useHealthChanged } from './use-health.ts';

/** Fetches the templates of a channel's WhatsApp Business account. */
export function useFetchTemplates(channelId: string): { busy: boolean; run: () => void } {
  const { t } = useLingui();
  const callErrorText = useCallErrorText();
  const healthChanged = useHealthChanged();
  const [busy, setBusy] = useState(false);
  const fetchAll = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const {
        new: fresh,
        modified,
        deleted,
      } = await api('POST /api/templates/sync', {
        body: { channel_id: channelId, dry_run: false },
      });
      toast({ message: t`Templates synced: ${fresh} new, ${modified} changed, ${deleted} deleted` });
      healthChanged();
    } catch (error) {
      toast({ message: callErrorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, run: () => void fetchAll() };
}
