import { useLingui } from '@lingui/react/macro';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { toast } from '../../../../ui/toast.ts';
import styles from './copy-line.module.css';

/** Copies, and confirms it for a moment. */
function useCopy(text: string): { copied: boolean; copy: () => Promise<void> } {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The clipboard needs HTTPS; the text can still be selected by hand.
      toast({ message: t`The browser does not allow copying here.` });
    }
  };
  return { copied, copy };
}

/** A value to paste into another service's form. */
export function CopyLine({ label, text }: { label: string; text: string }) {
  const { t } = useLingui();
  const { copied, copy } = useCopy(text);
  return (
    <div className={styles.line}>
      <span className={styles.label}>{label}</span>
      <code className={styles.text} dir="ltr">
        {text}
      </code>
      <IconButton size="sm" label={copied ? t`Copied` : t`Copy ${label}`} onClick={() => void copy()}>
        {copied ? <IconCheck {...smallIcon} /> : <IconCopy {...smallIcon} />}
      </IconButton>
    </div>
  );
}

/** Copies the value beside it. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useLingui();
  const { copied, copy } = useCopy(text);
  return (
    <Button size="sm" onClick={() => void copy()}>
      {copied ? <IconCheck {...smallIcon} /> : <IconCopy {...smallIcon} />}
      {copied ? t`Copied` : children}
    </Button>
  );
}
