import { useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { encode } from 'uqr';
import { buttonClass } from './button.tsx';
import { smallIcon } from './icon.ts';
import styles from './qr-code.module.css';

/** The quiet zone around the code in modules, as the standard requires (ISO/IEC 18004). */
const border = 4;

export type QrCodeProps = {
  text: string;
  /** What the code holds, for people who don't see it. */
  label: string;
  /** The file name for downloading it; without one it can't be. */
  name?: string;
};

/** A QR code as a single path, dark on light in both themes because cameras expect that. */
export function QrCode({ text, label, name }: QrCodeProps) {
  const { t } = useLingui();
  const { path, size } = useMemo(() => drawingOf(text), [text]);
  const file = `data:image/svg+xml,${encodeURIComponent(svgFile(path, size))}`;
  return (
    <div className={styles.code}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={styles.picture}>
        <path d={`M0 0h${size}v${size}H0z`} className={styles.light} />
        <path d={path} className={styles.dark} />
      </svg>
      {name !== undefined && (
        <a className={buttonClass()} href={file} download={`${name}.svg`}>
          <IconDownload {...smallIcon} />
          {t`Save as image`}
        </a>
      )}
    </div>
  );
}

function drawingOf(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { border });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { path, size };
}

function svgFile(path: string, size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="600" height="600"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`;
}
