import { useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { encode } from 'uqr';
import { Button, buttonClass } from './button.tsx';
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
        <span className={styles.files}>
          <a className={buttonClass()} href={file} download={`${name}.svg`}>
            <IconDownload {...smallIcon} />
            {t`Save as image`}
          </a>
          <Button onClick={() => savePng(path, size, name)}>
            <IconDownload {...smallIcon} />
            {t`Save as PNG`}
          </Button>
        </span>
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

/** Pixels of a module: sharp on posters, and still a small file. */
const modulePixels = 24;

function savePng(path: string, size: number, name: string): void {
  const canvas = document.createElement('canvas');
  canvas.width = size * modulePixels;
  canvas.height = canvas.width;
  const paint = canvas.getContext('2d');
  if (paint === null) return;
  paint.scale(modulePixels, modulePixels);
  paint.fillStyle = '#fff';
  paint.fillRect(0, 0, size, size);
  paint.fillStyle = '#000';
  paint.fill(new Path2D(path));
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = `${name}.png`;
  link.click();
}
