import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Webhook } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { FormError } from '../../../ui/form.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { webhookName } from '../data/webhook-words.ts';
import { replayFailed } from '../data/webhooks.ts';
import styles from './webhooks.module.css';

const hourMs = 3_600_000;

/** Sends the failed deliveries of a time range again. */
export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const [hours, setHours] = useState('24');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const replay = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const now = Date.now();
      const count = await replayFailed(webhook.id, new Date(now - Number(hours) * hourMs), new Date(now));
      toast({ message: t`${plural(count, { one: 'Replaying # delivery', other: 'Replaying # deliveries' })}` });
      onClose();
    } catch (error) {
      setProblem(serverText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t`Replay failed deliveries`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="filled" busy={busy} onClick={() => void replay()}>{t`Replay failed`}</Button>
        </>
      }
    >
      <div className={styles.group}>
        <p>{t`${webhookName(webhook)} gets them again with the same IDs, so it can skip those it knows.`}</p>
        <SelectField
          label={t`Failed in`}
          choices={[
            { value: '1', label: t`the last hour` },
            { value: '24', label: t`the last 24 hours` },
            { value: '72', label: t`the last 3 days` },
            { value: '264', label: t`any time` },
          ]}
          value={hours}
          onChange={setHours}
        />
        <FormError>{problem}</FormError>
      </div>
    </Dialog>
  );
}
