import { useLingui } from '@lingui/react/macro';
import { saveBlob } from '../../../platform/download.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import styles from './identity.module.css';

/** The new codes, shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useLingui();
  const text = codes.join('\n');
  return (
    <Dialog
      title={t`Save your recovery codes`}
      onClose={onClose}
      lightDismiss={false}
      footer={
        <>
          <Button
            onClick={() => saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), 'parley-recovery-codes.txt')}
          >
            {t`Download`}
          </Button>
          <Button variant="filled" onClick={onClose}>
            {t`I saved the codes`}
          </Button>
        </>
      }
    >
      <div className={styles.asked}>
        <p>{t`Use a recovery code to sign in if you lose your device. Each code works once. You won’t see these codes again.`}</p>
        <ul className={styles.codes} aria-label={t`Recovery codes`}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
