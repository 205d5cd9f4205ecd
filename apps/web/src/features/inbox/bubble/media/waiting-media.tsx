import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { useObjectUrl } from '../../../../platform/use-object-url.ts';
import { smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { type OutboxEntry, useAccount, useUploadProgress } from '../../../sync/public.ts';
import { MessageIcon } from '../message-icon.tsx';
import { type Box, boxOf, shapeOf } from './media-box.ts';
import styles from './media-content.module.css';

/** The file of a message that has not reached the server: kind, upload progress, and cancel. */
export function WaitingMedia({ entry }: { entry: OutboxEntry }) {
  const { t } = useLingui();
  const account = useAccount();
  const share = useUploadProgress(entry.id);
  const { attachment } = entry;
  if (attachment === undefined) return null;
  const { kind, name, width, height } = attachment;
  const percent = Math.round((share ?? 0) * 100);
  return (
    <>
      {kind === 'image' || kind === 'sticker' ? (
        <LocalPicture file={attachment.file} name={name} box={boxOf(kind, width, height)} />
      ) : (
        <span className={styles.card}>
          <MessageIcon type={kind} />
          <span className={styles.cardText}>
            <bdi className={styles.strong}>{entry.body.audio?.voice ? t`Voice message` : name}</bdi>
          </span>
        </span>
      )}
      {entry.state === 'queued' && (
        <span className={styles.upload}>
          <span
            className={styles.bar}
            role="progressbar"
            aria-label={t`Uploading ${name}`}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <span style={{ inlineSize: `${percent}%` }} />
          </span>
          {share === null ? t`Waiting` : t`${percent}%`}
          <IconButton label={t`Don’t send`} size="sm" onClick={() => void account.outbox.discard(entry.id)}>
            <IconX {...smallIcon} />
          </IconButton>
        </span>
      )}
    </>
  );
}

function LocalPicture({ file, name, box }: { file: Blob; name: string; box: Box }) {
  const url = useObjectUrl(file);
  return (
    <span className={styles.waiting} style={shapeOf(box)}>
      {url !== null && <img src={url} alt={name} {...box} />}
    </span>
  );
}
