import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { drawPage, readPageText } from './draw-page.ts';
import type { PdfDocument } from './open-pdf.ts';
import styles from './pdf-stage.module.css';

/** A page that takes longer than this to render shows a loading state, milliseconds. */
const longestMs = 30_000;

export type PdfPageProps = {
  pdf: PdfDocument;
  /** From 1. */
  number: number;
  of: number;
  /** CSS pixels. */
  width: number;
  /** Height divided by width, until this page's own is known. */
  usualShape: number;
};

/** One page, rendered while it is near the visible area. */
export function PdfPage({ pdf, number, of, width, usualShape }: PdfPageProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLDivElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [shape, setShape] = useState<number | null>(null);
  const [words, setText] = useState('');
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const watcher = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      root: element.closest('[data-pages]'),
      rootMargin: '100% 50%',
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);

  useEffect(() => {
    if (!isNear) return;
    const left = new AbortController();
    const tooLong = setTimeout(() => left.abort('too long'), longestMs);
    const draw = async () => {
      const page = await pdf.getPage(number);
      const { width: w, height: h } = page.getViewport({ scale: 1 });
      setShape(h / w);
      const canvas = await drawPage(page, width, left.signal);
      clearTimeout(tooLong);
      paper.current?.replaceChildren(canvas);
      setFailed(false);
      setText(await readPageText(page));
    };
    draw().catch(() => {
      if (!left.signal.aborted || left.signal.reason === 'too long') setFailed(true);
    });
    return () => {
      clearTimeout(tooLong);
      left.abort();
    };
  }, [isNear, number, pdf, width]);

  // Far from the visible area its memory is released.
  useEffect(() => {
    if (!isNear) paper.current?.replaceChildren();
  }, [isNear]);

  return (
    <div
      ref={frame}
      className={styles.page}
      style={{ width, height: width * (shape ?? usualShape) }}
      data-page={number}
    >
      <div ref={paper} className={styles.paper} role="img" aria-label={t`Page ${number} of ${of}`} />
      {failed && <p className={styles.failed}>{t`Can’t show this page. Download the file to see it.`}</p>}
      {words !== '' && <p className="visually-hidden">{words}</p>}
    </div>
  );
}
