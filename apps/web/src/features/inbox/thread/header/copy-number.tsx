import { useLingui } from '@lingui/react/macro';
import { currentForm } from '@parley/contract/phone-forms';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { smallIcon } from '../../../../ui/icon.ts';
import { readableNumber } from '../../../contacts/public.ts';
import styles from './copy-number.module.css';

/** A phone number with a copy button, which copies what is shown: E.164 with plus. */
export function CopyNumber({ digits }: { digits: string }) {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const onCopy = async () => {
    try {
      await navigator.clipboard.writeText(`+${currentForm(digits)}`);
      setCopied(true);
    } catch {
      // The clipboard needs HTTPS; the number can still be selected by hand.
    }
  };
  const label = copied ? t`Copied` : t`Copy number`;
  return (
    <span className={styles.number}>
      <bdi>{readableNumber(digits)}</bdi>
      <button type="button" className={styles.copy} aria-label={label} data-tip={label} onClick={() => void onCopy()}>
        {copied ? <IconCheck {...smallIcon} /> : <IconCopy {...smallIcon} />}
      </button>
    </span>
  );
}
