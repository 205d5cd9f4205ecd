import { useLingui } from '@lingui/react/macro';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { inputClass } from '../../../ui/field.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast.ts';
import styles from './copy-text.module.css';

/** Something shown once, to be copied: the text can also be selected by hand. */
export function CopyText({ label, text, onCopied }: { label: string; text: string; onCopied?: () => void }) {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch {
      // No clipboard without https, or not allowed by the person.
      toast({ message: t`The browser does not allow copying here. Select the text and copy it.` });
    }
  };
  return (
    <span className={styles.frame}>
      <input
        readOnly
        aria-label={label}
        value={text}
        className={inputClass()}
        onFocus={(event) => event.currentTarget.select()}
        onCopy={onCopied}
      />
      <Button onClick={() => void copy()}>
        {copied ? <IconCheck {...smallIcon} /> : <IconCopy {...smallIcon} />}
        {copied ? t`Copied` : t`Copy`}
      </Button>
    </span>
  );
}

/** The whole address of a path on this installation, as it is given to others. */
export function fullAddress(path: string): string {
  return new URL(path, window.location.origin).href;
}
