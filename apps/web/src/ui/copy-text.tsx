import { useLingui } from '@lingui/react/macro';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import styles from './copy-text.module.css';
import { inputClass } from './field.tsx';
import { smallIcon } from './icon.ts';
import { toast } from './toast.ts';

/** A text to copy, with a button; it can also be selected by hand. */
export function CopyText({ label, text, onCopied }: { label: string; text: string; onCopied?: () => void }) {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch {
      // The clipboard needs HTTPS and the member's permission.
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

/** The full URL of a path on this installation. */
export function fullAddress(path: string): string {
  return new URL(path, window.location.origin).href;
}
