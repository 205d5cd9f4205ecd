import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import styles from './business.module.css';

export type RevealSecretProps = {
  title: string;
  /** What the secret opens, and what else is needed beside it. */
  children: ReactNode;
  /** The name of the secret. */
  label: string;
  /** Written above the secret, where there are other values beside it. */
  named?: boolean;
  secret: string;
  /** What follows from closing without it. */
  warning: string;
  /** The button that closes without it. */
  without: string;
  onClose: () => void;
};

/** Shows a new secret, the only time it is visible. Closing without copying asks once. */
export function RevealSecret({ title, children, label, named, secret, warning, without, onClose }: RevealSecretProps) {
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
      title={title}
      lightDismiss={false}
      onClose={leave}
      footer={
        <Button variant={saved ? 'filled' : 'outlined'} onClick={leave}>
          {warned && !saved ? without : t({ message: 'Done', context: 'close' })}
        </Button>
      }
    >
      <div className={styles.form}>
        {children}
        <div className={styles.words}>
          {named && <span>{label}</span>}
          <CopyText label={label} text={secret} onCopied={() => setSaved(true)} />
        </div>
        <Checkbox checked={saved} onChange={(event) => setSaved(event.target.checked)}>
          {t`I have saved it`}
        </Checkbox>
        {warned && !saved && <p role="alert">{warning}</p>}
      </div>
    </Dialog>
  );
}
