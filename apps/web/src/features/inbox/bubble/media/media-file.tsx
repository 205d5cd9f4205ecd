import { useLingui } from '@lingui/react/macro';
import type { MediaContent as Media, Message, MessageType } from '@parley/contract/types';
import { IconDownload } from '@tabler/icons-react';
import { sizeText } from '../../../../ui/fields/file-rules.ts';
import { smallIcon } from '../../../../ui/icon.ts';
import { MessageIcon } from '../message-icon.tsx';
import { useMessageLabels } from '../use-message-labels.ts';
import styles from './media-content.module.css';
import { openViewer } from './open-viewer.ts';

/** The label of a file: its name for documents, else its kind. */
export function useFileName(type: MessageType, content: Pick<Media, 'voice' | 'filename'>): string {
  const { t } = useLingui();
  const { typeText } = useMessageLabels();
  return type === 'audio' && content.voice ? t`Voice message` : (content.filename ?? typeText[type]);
}

export type FileCardProps = {
  message: Message;
  content: Media;
  /** Null while a new URL is requested. */
  url: string | null;
  /** An image or video that this browser could not show. */
  unseen?: boolean;
};

/** A file to download: name, type, size. */
export function FileCard({ message, content, url, unseen = false }: FileCardProps) {
  const { t } = useLingui();
  const { type } = message;
  const name = useFileName(type, content);
  const { size_bytes, mime_type } = content.media_info;
  const size = size_bytes === undefined ? mime_type : sizeText(size_bytes);
  return (
    <a
      className={styles.document}
      href={url ?? undefined}
      download={content.filename ?? ''}
      data-tip={t`Download file`}
    >
      {type === 'document' ? (
        <span className={styles.extension} aria-hidden="true">
          {extensionOf(name)}
        </span>
      ) : (
        <MessageIcon type={type} />
      )}
      <span className={styles.cardText}>
        <bdi className={styles.strong}>{name}</bdi>
        <bdi className={styles.quiet}>{unseen ? t`No preview · ${size}` : size}</bdi>
      </span>
      <span className={styles.save}>
        <IconDownload {...smallIcon} />
      </span>
    </a>
  );
}

/** A PDF: a click opens the viewer, the arrow downloads it. */
export function PdfCard({ message, content, url }: Omit<FileCardProps, 'unseen'>) {
  const { t } = useLingui();
  const name = useFileName(message.type, content);
  const { size_bytes, mime_type } = content.media_info;
  return (
    <span className={styles.document}>
      <button type="button" className={styles.open} onClick={() => openViewer(message)}>
        <span className={styles.extension} aria-hidden="true">
          {extensionOf(name)}
        </span>
        <span className={styles.cardText}>
          <span className="visually-hidden">{t`Show the document:`} </span>
          <bdi className={styles.strong}>{name}</bdi>
          <bdi className={styles.quiet}>{size_bytes === undefined ? mime_type : sizeText(size_bytes)}</bdi>
        </span>
      </button>
      <a
        className={styles.saveAlone}
        href={url ?? undefined}
        download={content.filename ?? ''}
        aria-label={t`Save ${name}`}
        data-tip={t`Download file`}
      >
        <IconDownload {...smallIcon} />
      </a>
    </span>
  );
}

function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,4})$/i.exec(name)?.[1]?.toUpperCase() ?? '';
}
