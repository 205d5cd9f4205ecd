import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import { IconChevronLeft, IconChevronRight, IconDownload, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { icon } from '../../../ui/icon.ts';
import { IconButton, iconButtonClass } from '../../../ui/icon-button.tsx';
import { useModal } from '../../../ui/layer/use-modal.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { useAccount } from '../../sync/public.ts';
import { FormattedText } from '../bubble/formatted-text.tsx';
import { useFileName } from '../bubble/media/media-file.tsx';
import { freshAddress, mediaOf, useFreshMedia } from '../bubble/media/use-fresh-media.ts';
import { isPdf } from '../bubble/media/viewable-media.ts';
import { useMessageLabels } from '../bubble/use-message-labels.ts';
import styles from './media-viewer.module.css';
import { bytesAt } from './pdf/pdf-bytes.ts';
import { fitting, stepZoom } from './pdf/zoom.ts';

const PdfStage = lazyComponent(() => import('./pdf/pdf-stage.tsx').then((part) => part.PdfStage));

export type MediaViewerProps = {
  /** Images, videos and PDFs of the conversation, oldest first. */
  messages: readonly Message[];
  startId: string;
  onClose: () => void;
};

/** A full-screen viewer for images, videos and PDFs. */
export function MediaViewer({ messages, startId, onClose }: MediaViewerProps) {
  const { t } = useLingui();
  const { typeText } = useMessageLabels();
  const words = useTimeLabels();
  const { layer, props } = useModal({ onClose });
  const [shownId, setShownId] = useState(startId);
  const [zoomed, setZoomed] = useState(false);
  const [zoom, setZoom] = useState(fitting);
  const index = Math.max(
    0,
    messages.findIndex(({ id }) => id === shownId),
  );
  const message = messages[index];
  const go = (step: number) => {
    const next = messages[index + step];
    if (next === undefined) return;
    setZoomed(false);
    setZoom(fitting);
    setShownId(next.id);
  };
  const zoomBy = (step: 1 | -1) => setZoom((place) => stepZoom(place, step));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLVideoElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const rtl = document.dir === 'rtl' ? -1 : 1;
    if (event.key === 'ArrowLeft') go(-rtl);
    else if (event.key === 'ArrowRight') go(rtl);
    else if (event.key === '+' || event.key === '-') {
      setZoomed(event.key === '+');
      zoomBy(event.key === '+' ? 1 : -1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  useEffect(() => {
    // The focused element may have been removed with the previous file; keys would have no target.
    if (document.activeElement === document.body) layer?.focus();
  });
  if (message === undefined) return null;
  const caption = mediaOf(message)?.caption ?? '';
  const isPicture = message.type === 'image';
  return (
    <dialog {...props} className={styles.viewer} aria-label={t`Pictures, videos and documents`} onKeyDown={onKeyDown}>
      <header className={styles.bar}>
        <span className={styles.when}>
          <bdi>{mediaOf(message)?.filename ?? typeText[message.type]}</bdi> · {words.exact(message.timestamp)}
        </span>
        {messages.length > 1 && <span className={styles.count}>{t`${index + 1} of ${messages.length}`}</span>}
        {isPicture && (
          <IconButton
            label={zoomed ? t`Fit to screen` : t`Actual size`}
            shortcut={zoomed ? '-' : '+'}
            aria-pressed={zoomed}
            onClick={() => setZoomed(!zoomed)}
          >
            {zoomed ? <IconZoomOut {...icon} /> : <IconZoomIn {...icon} />}
          </IconButton>
        )}
        <SaveLink message={message} />
        <IconButton label={t`Close`} shortcut="Escape" data-focus onClick={onClose}>
          <IconX {...icon} />
        </IconButton>
      </header>
      {isPdf(message) ? (
        <Paper key={message.id} message={message} zoom={zoom} onZoom={zoomBy} />
      ) : (
        <Large key={message.id} message={message} zoomed={zoomed} onZoom={() => setZoomed(!zoomed)} />
      )}
      {index > 0 && (
        <IconButton label={t`Earlier`} shortcut="←" className={styles.before} onClick={() => go(-1)}>
          <IconChevronLeft {...icon} />
        </IconButton>
      )}
      {index < messages.length - 1 && (
        <IconButton label={t`Later`} shortcut="→" className={styles.after} onClick={() => go(1)}>
          <IconChevronRight {...icon} />
        </IconButton>
      )}
      {caption !== '' && (
        <p className={styles.caption} dir="auto">
          <FormattedText text={caption} />
        </p>
      )}
    </dialog>
  );
}

function SaveLink({ message }: { message: Message }) {
  const { t } = useLingui();
  const info = useFreshMedia(message);
  if (info?.url == null) return null;
  return (
    <a
      className={iconButtonClass()}
      href={info.url}
      download=""
      aria-label={t`Download file`}
      data-tip={t`Download file`}
    >
      <IconDownload {...icon} />
    </a>
  );
}

/** PDFs are rendered by the app: the browser's viewer does not run in a sandboxed frame. */
function Paper({ message, zoom, onZoom }: { message: Message; zoom: number; onZoom: (step: 1 | -1) => void }) {
  const account = useAccount();
  const info = useFreshMedia(message);
  const content = mediaOf(message);
  const name = useFileName(message.type, content ?? {});
  const sizeBytes = content?.media_info.size_bytes ?? 0;
  const newest = useRef(message);
  newest.current = message;
  const bytes = useMemo(() => bytesAt(sizeBytes, () => freshAddress(account, newest.current)), [account, sizeBytes]);
  return (
    <Suspense fallback={<div className={styles.stage} />}>
      <PdfStage name={name} bytes={bytes} saveUrl={info?.url ?? null} zoom={zoom} onZoom={onZoom} />
    </Suspense>
  );
}

function Large({ message, zoomed, onZoom }: { message: Message; zoomed: boolean; onZoom: () => void }) {
  const { t } = useLingui();
  const { typeText } = useMessageLabels();
  const info = useFreshMedia(message);
  const drag = useDragging();
  const [broken, setBroken] = useState(false);
  const alt = mediaOf(message)?.caption ?? typeText[message.type];
  if (broken) return <p className={styles.broken}>{t`No preview for this file type. Download the file to open it.`}</p>;
  if (info?.url == null) return <div className={styles.stage} />;
  if (message.type === 'video') {
    return (
      <div className={styles.stage}>
        <video className={styles.fit} src={info.url} aria-label={alt} controls autoPlay onError={() => setBroken(true)}>
          <track kind="captions" />
        </video>
      </div>
    );
  }
  return (
    <div className={styles.stage} data-zoomed={zoomed || undefined} {...(zoomed ? drag : {})}>
      <img
        className={zoomed ? styles.whole : styles.fit}
        src={info.url}
        alt={alt}
        draggable={false}
        width={info.width}
        height={info.height}
        onDoubleClick={onZoom}
        onError={() => setBroken(true)}
      />
    </div>
  );
}

/** An image larger than the screen is panned with the mouse; touch and keys scroll it anyway. */
function useDragging() {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.pointerType !== 'mouse') return;
      from.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      if (from.current === null) return;
      event.currentTarget.scrollBy(from.current.x - event.clientX, from.current.y - event.clientY);
      from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp() {
      from.current = null;
    },
  };
}
