import { useLingui } from '@lingui/react/macro';
import type { ApiKey } from '@parley/contract/types';
import { useEffect, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import styles from '../business/business.module.css';

/** Shows a new key, the only time it is visible. Closing without copying asks once. */
export function RevealKey({ made, onClose }: { made: ApiKey & { key: string }; onClose: () => void }) {
  const { t } = useLingui();
  const [saved, setSaved] = useState(false);
  const [warned, setWarned] = useState(false);
  useEffect(() => {
    if (saved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [saved]);
  const leave = () => {
    if (saved || warned) onClose();
    else setWarned(true);
  };
  return (
    <Dialog
      title={t`Your new key ${made.name}`}
      lightDismiss={false}
      onClose={leave}
      footer={
        <Button variant={saved ? 'filled' : 'outlined'} onClick={leave}>
          {warned && !saved ? t`Close without the key` : t`Done`}
        </Button>
      }
    >
      <div className={styles.form}>
        <p>{t`Copy it now: it is shown only once. Anyone who has it can do what its scopes allow.`}</p>
        <CopyText label={t`API key`} text={made.key} onCopied={() => setSaved(true)} />
        <Checkbox checked={saved} onChange={(event) => setSaved(event.target.checked)}>
          {t`I have saved it`}
        </Checkbox>
        {warned && !saved && (
          <p role="alert">{t`You haven’t copied the key. Without it, you’ll have to create another one.`}</p>
        )}
      </div>
    </Dialog>
  );
}
