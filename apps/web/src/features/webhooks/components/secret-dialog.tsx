import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import styles from './webhooks.module.css';

/** Shows a new secret, the only time it is visible. Closing without copying asks once. */
export function SecretDialog({ secret, about, onClose }: { secret: string; about?: string; onClose: () => void }) {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);
  const [warned, setWarned] = useState(false);
  const leave = () => (copied || warned ? onClose() : setWarned(true));
  return (
    <Dialog
      title={t`Webhook secret`}
      lightDismiss={false}
      onClose={leave}
      footer={
        <Button variant={copied ? 'filled' : 'outlined'} onClick={leave}>
          {warned && !copied ? t`Close without copying` : t({ message: 'Done', context: 'close' })}
        </Button>
      }
    >
      <div className={styles.group}>
        <p>
          {about ??
            t`Your server verifies deliveries with this secret, by the Standard Webhooks convention. It is shown only once.`}
        </p>
        <CopyText label={t`Webhook secret`} text={secret} onCopied={() => setCopied(true)} />
        {warned && !copied && (
          <p role="alert">{t`You haven’t copied the secret. Without it you will have to rotate it.`}</p>
        )}
      </div>
    </Dialog>
  );
}
