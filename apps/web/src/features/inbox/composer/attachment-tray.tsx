import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { maxCaptionLength, maxFiles } from '@parley/contract/media';
import { IconChevronDown, IconChevronUp, IconFile, IconMovie, IconMusic, IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { sizeText } from '../../../ui/fields/file-rules.ts';
import { icon, railIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { takesCaption } from '../bubble/media/file-kinds.ts';
import styles from './attachment-tray.module.css';
import type { Attachments, PickedFile } from './use-attachments.ts';
import { useFileProblemText } from './use-file-problem-text.ts';

export type AttachmentTrayProps = {
  attachments: Attachments;
  /** Each file has its own caption field; otherwise the message field is the caption. */
  captions: boolean;
  onSend: () => void;
};

/** The files of the next message, with their kind and errors. */
export function AttachmentTray({ attachments, captions, onSend }: AttachmentTrayProps) {
  const { t } = useLingui();
  const { files, leftOut } = attachments;
  return (
    <div className={styles.tray}>
      <ul className={styles.files} aria-label={t`Files for this message`}>
        {files.map((file) => (
          <TrayFile key={file.key} file={file} attachments={attachments} captions={captions} onSend={onSend} />
        ))}
      </ul>
      {leftOut > 0 && (
        <p className={styles.leftOut} role="status">
          {t`Up to ${maxFiles} files at once. ${plural(leftOut, { one: '# was not added.', other: '# were not added.' })}`}
        </p>
      )}
    </div>
  );
}

function TrayFile({
  file,
  attachments,
  captions,
  onSend,
}: AttachmentTrayProps & { file: PickedFile; captions: boolean }) {
  const { t } = useLingui();
  const words = useFileProblemText();
  const { problem, prepared } = file;
  const place = attachments.files.indexOf(file);
  const kind = prepared?.kind;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSend();
  };
  return (
    <li className={styles.file} data-problem={problem === undefined ? undefined : true}>
      <span className={styles.picture} aria-hidden="true">
        {file.previewUrl === null ? <KindIcon kind={kind} /> : <img src={file.previewUrl} alt="" />}
      </span>
      <span className={styles.words}>
        <bdi className={styles.name}>{file.name}</bdi>
        {problem === undefined ? (
          <span className={styles.size}>
            {file.state === 'preparing' ? t`Getting ready…` : sizeText(file.sizeBytes)}
          </span>
        ) : (
          <span className={styles.problem} role="alert">
            {words.problem(problem)}
          </span>
        )}
        {captions && kind !== undefined && takesCaption(kind) && (
          <input
            className={styles.caption}
            dir="auto"
            value={file.caption}
            maxLength={maxCaptionLength}
            placeholder={t`Caption`}
            aria-label={t`Caption for ${file.name}`}
            onChange={(event) => attachments.setCaption(file.key, event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </span>
      {attachments.files.length > 1 && (
        <span className={styles.order}>
          <IconButton
            label={t`Move ${file.name} earlier`}
            size="sm"
            aria-disabled={place === 0 || undefined}
            onClick={() => attachments.move(file.key, -1)}
          >
            <IconChevronUp {...icon} />
          </IconButton>
          <IconButton
            label={t`Move ${file.name} later`}
            size="sm"
            aria-disabled={place === attachments.files.length - 1 || undefined}
            onClick={() => attachments.move(file.key, 1)}
          >
            <IconChevronDown {...icon} />
          </IconButton>
        </span>
      )}
      <IconButton label={t`Remove ${file.name}`} size="sm" onClick={() => attachments.remove(file.key)}>
        <IconX {...icon} />
      </IconButton>
    </li>
  );
}

function KindIcon({ kind }: { kind: string | undefined }) {
  if (kind === 'video') return <IconMovie {...railIcon} />;
  return kind === 'audio' ? <IconMusic {...railIcon} /> : <IconFile {...railIcon} />;
}
