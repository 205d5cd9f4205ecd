import { useLingui } from '@lingui/react/macro';
import type { MediaContent as Media, MediaKind, Message } from '@parley/contract/types';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { Button } from '../../../../ui/button.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useCanTranscribe } from '../../../ai/public.ts';
import { useAccount } from '../../../sync/public.ts';
import { FormattedText } from '../formatted-text.tsx';
import { MessageIcon } from '../message-icon.tsx';
import { useMessageLabels } from '../use-message-labels.ts';
import { boxOf, shapeOf } from './media-box.ts';
import styles from './media-content.module.css';
import { FileCard, PdfCard, useFileName } from './media-file.tsx';
import { openViewer } from './open-viewer.ts';
import type { TranscriptProps } from './transcript.tsx';
import { fetchAgain, mediaOf, useFreshMedia } from './use-fresh-media.ts';
import { isPdf } from './viewable-media.ts';

const Transcript = lazyComponent<TranscriptProps>(() => import('./transcript.tsx').then((part) => part.Transcript), {
  fallback: null,
  optional: true,
});
const SoundPlayer = lazyComponent(() => import('./audio-player.tsx').then((part) => part.AudioPlayer));

/** Images, videos, audio, documents, stickers. Content that cannot be shown says why; its caption is always shown. */
export function MediaContent({ message }: { message: Message }) {
  const content = mediaOf(message);
  if (content === undefined) return null;
  const { caption } = content;
  return (
    <>
      <MediaBody message={message} content={content} />
      {caption !== undefined && caption !== '' && <FormattedText text={caption} />}
    </>
  );
}

function MediaBody({ message, content }: { message: Message; content: Media }) {
  const info = useFreshMedia(message);
  const kind = message.type as MediaKind;
  const stored = content.media_info;
  if (stored.state !== 'ready') return <MissingMedia message={message} content={content} />;
  const url = info?.url ?? null;
  if (kind === 'audio') {
    return (
      <>
        <Suspense fallback={<span className={styles.sound} />}>
          <SoundPlayer url={url} voice={content.voice === true} durationMs={stored.duration_ms} />
        </Suspense>
        <SoundText message={message} content={content} />
      </>
    );
  }
  const isShown =
    kind === 'sticker' || (kind === 'image' ? stored.width !== undefined : stored.mime_type.startsWith('video/'));
  if (isPdf(message)) return <PdfCard message={message} content={content} url={url} />;
  if (kind === 'document' || !isShown) return <FileCard message={message} content={content} url={url} />;
  return <Seen message={message} content={content} url={url} small={info?.thumbnail_url ?? url} />;
}

function SoundText({ message, content: { transcript } }: { message: Message; content: Media }) {
  const canTranscribe = useCanTranscribe();
  return transcript !== undefined || canTranscribe ? (
    <Transcript messageId={message.id} transcript={transcript} mayAsk={canTranscribe} />
  ) : null;
}

type SeenProps = { message: Message; content: Media; url: string | null; small: string | null };

/** An image or video in its bubble; a click opens the viewer. */
function Seen({ message, content, url, small }: SeenProps) {
  const { t } = useLingui();
  const { typeText } = useMessageLabels();
  const [broken, setBroken] = useState<string | null>(null);
  const kind = message.type as MediaKind;
  const { width, height } = content.media_info;
  const box = boxOf(kind, width, height);
  const words = content.caption ?? typeText[message.type];
  const shown = kind === 'video' ? url : small;
  if (broken !== null && broken === shown) return <FileCard message={message} content={content} url={url} unseen />;
  if (kind === 'sticker') {
    return (
      <span className={styles.sticker} style={box}>
        {shown !== null && (
          <img src={shown} alt={words} loading="lazy" decoding="async" {...box} onError={() => setBroken(shown)} />
        )}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.seen}
      style={shapeOf(box)}
      aria-label={kind === 'video' ? t`Play the video: ${words}` : t`Show the picture: ${words}`}
      onClick={() => openViewer(message)}
    >
      {kind === 'image' && shown !== null && (
        <img src={shown} alt="" loading="lazy" decoding="async" {...box} onError={() => setBroken(shown)} />
      )}
      {kind === 'video' && (
        <>
          {shown !== null && (
            <video
              src={shown}
              preload="metadata"
              muted
              playsInline
              tabIndex={-1}
              {...box}
              onError={() => setBroken(shown)}
            />
          )}
          <span className={styles.play} aria-hidden="true">
            <IconPlayerPlayFilled size={22} />
          </span>
        </>
      )}
    </button>
  );
}

function MissingMedia({ message, content }: { message: Message; content: Media }) {
  const { t } = useLingui();
  const account = useAccount();
  const name = useFileName(message.type, content);
  const [asking, setAsking] = useState(false);
  const { state, reason } = content.media_info;
  const ask = async () => {
    setAsking(true);
    try {
      await fetchAgain(account, message.id);
    } catch {
      toast({ message: t`Couldn’t load the file. Try again in a moment.` });
    }
    setAsking(false);
  };
  return (
    <span className={styles.card}>
      <MessageIcon type={message.type} />
      <span className={styles.cardText}>
        <bdi className={styles.strong}>{name}</bdi>
        <span className={styles.quiet}>
          {reason ?? (state === 'gone' ? t`WhatsApp no longer has the file` : t`Copying from WhatsApp…`)}
        </span>
        {state === 'provider' && reason !== undefined && (
          <span className={styles.act}>
            <Button size="sm" busy={asking} onClick={() => void ask()}>
              {t`Download again`}
            </Button>
          </span>
        )}
      </span>
    </span>
  );
}
