import { useLingui } from '@lingui/react/macro';
import { IconDownload, IconMinus, IconPlus } from '@tabler/icons-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { openPdf, type PdfDocument, PdfError, type PdfProblem } from './open-pdf.ts';
import type { Bytes } from './pdf-bytes.ts';
import { PdfPage } from './pdf-page.tsx';
import styles from './pdf-stage.module.css';
import { zoomSteps } from './zoom.ts';

/** The maximum number of pages; longer files are for a PDF program. */
const mostPages = 1_000;
/** CSS pixels of the widest page on a large screen. */
const wideEnough = 860;
const marginPx = 16;

export type PdfStageProps = {
  name: string;
  /** The same for the life of the file. */
  bytes: Bytes;
  saveUrl: string | null;
  /** An index of `zoomSteps`. */
  zoom: number;
  onZoom: (step: 1 | -1) => void;
};

type Opened = { pdf: PdfDocument; shape: number };

/** The pages of a PDF, one below another. */
export function PdfStage(props: PdfStageProps) {
  const [tries, setTries] = useState(0);
  return <Stage key={tries} {...props} onAgain={() => setTries(tries + 1)} />;
}

function Stage({ name, bytes, saveUrl, zoom, onZoom, onAgain }: PdfStageProps & { onAgain: () => void }) {
  const { t, i18n } = useLingui();
  const { opened, problem } = useOpened(bytes);
  const stage = useRef<HTMLDivElement>(null);
  const fits = useRoom(stage);
  const [seen, setSeen] = useState(1);
  useStoredPosition(stage, zoom);
  useEffect(() => {
    // Scrollable by keyboard, also in browsers that do not focus scroll containers.
    if (stage.current !== null) stage.current.tabIndex = 0;
    // When moving between files by button, the button keeps the focus; a newly opened file can be scrolled at once.
    const focused = document.activeElement;
    if (focused === null || focused.matches('dialog, body, [data-focus]')) stage.current?.focus();
  }, []);
  if (problem !== null) return <PdfUnshown problem={problem} saveUrl={saveUrl} onAgain={onAgain} />;
  const pages = opened?.pdf.numPages ?? 0;
  const shown = Math.min(pages, mostPages);
  const size = zoomSteps[zoom] ?? 1;
  return (
    <div className={styles.stage}>
      <section
        ref={stage}
        className={styles.scroll}
        aria-label={name}
        aria-busy={opened === null}
        data-pages
        onScroll={(event) => setSeen(pageInView(event.currentTarget))}
      >
        {opened === null && <p className={styles.opening} role="status">{t`Opening the document…`}</p>}
        {opened !== null && fits > 0 && (
          <div className={styles.pages}>
            {Array.from({ length: shown }, (_, at) => at + 1).map((number) => (
              <PdfPage
                key={number}
                pdf={opened.pdf}
                number={number}
                of={pages}
                width={Math.floor(fits * size)}
                usualShape={opened.shape}
              />
            ))}
            {shown < pages && (
              <p className={styles.more}>
                {t`Showing the first ${i18n.number(shown)} of ${i18n.number(pages)} pages. Download the file to see all pages.`}
              </p>
            )}
          </div>
        )}
      </section>
      {opened !== null && (
        <div className={styles.tools}>
          <IconButton
            label={t`Smaller`}
            shortcut="-"
            aria-disabled={zoom === 0 || undefined}
            onClick={() => onZoom(-1)}
          >
            <IconMinus {...icon} />
          </IconButton>
          <span className={styles.size}>{i18n.number(size, { style: 'percent' })}</span>
          <IconButton
            label={t`Larger`}
            shortcut="+"
            aria-disabled={zoom === zoomSteps.length - 1 || undefined}
            onClick={() => onZoom(1)}
          >
            <IconPlus {...icon} />
          </IconButton>
          <span className={styles.place}>{t`Page ${i18n.number(seen)} of ${i18n.number(pages)}`}</span>
        </div>
      )}
    </div>
  );
}

/** Why a PDF is not shown, and what to do. */
export function PdfUnshown(props: { problem: PdfProblem; saveUrl: string | null; onAgain: () => void }) {
  const { t } = useLingui();
  const words: Record<PdfProblem, string> = {
    password: t`This PDF is password-protected. Download it and open it in another app.`,
    broken: t`Can’t open this PDF; it may be damaged. You can still download it.`,
    missing: t`Couldn’t load the file.`,
  };
  return (
    <div className={styles.unshown} role="alert">
      <p>{words[props.problem]}</p>
      <p className={styles.actions}>
        {props.problem === 'missing' && <Button onClick={props.onAgain}>{t`Try again`}</Button>}
        {props.saveUrl !== null && (
          <a className={buttonClass()} href={props.saveUrl} download="">
            <IconDownload {...smallIcon} />
            {t`Download file`}
          </a>
        )}
      </p>
    </div>
  );
}

function useOpened(bytes: Bytes) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<PdfProblem | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const open = async () => {
      const pdf = await openPdf(bytes, left.signal, () => setProblem('missing'));
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (!left.signal.aborted) setOpened({ pdf, shape: height / width });
    };
    open().catch((error: unknown) => {
      if (!left.signal.aborted) setProblem(error instanceof PdfError ? error.problem : 'broken');
    });
    return () => left.abort();
  }, [bytes]);
  return { opened, problem };
}

/** @returns the page width that fits, CSS pixels; 0 before it is known */
function useRoom(stage: RefObject<HTMLDivElement | null>): number {
  const [fits, setFits] = useState(0);
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null) return;
    const measure = () => setFits(Math.min(wideEnough, element.clientWidth - 2 * marginPx));
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    measure();
    return () => watcher.disconnect();
  }, [stage]);
  return fits;
}

/** Keeps the content at the top in place when the zoom changes. */
function useStoredPosition(stage: RefObject<HTMLDivElement | null>, zoom: number): void {
  const place = useRef(0);
  const drawn = useRef(zoom);
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null) return;
    if (drawn.current !== zoom) {
      drawn.current = zoom;
      element.scrollTop = place.current * element.scrollHeight;
      element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2;
    }
    const keep = () => {
      place.current = element.scrollHeight === 0 ? 0 : element.scrollTop / element.scrollHeight;
    };
    element.addEventListener('scroll', keep, { passive: true });
    return () => element.removeEventListener('scroll', keep);
  }, [stage, zoom]);
}

/** The page in the middle of the visible area. */
function pageInView(stage: HTMLElement): number {
  const middle = stage.getBoundingClientRect().top + stage.clientHeight / 2;
  const pages = [...stage.querySelectorAll<HTMLElement>('[data-page]')];
  const page = pages.findLast((one) => one.getBoundingClientRect().top <= middle);
  return Number(page?.dataset['page'] ?? 1);
}
