import { useLingui } from '@lingui/react/macro';
import { interactiveLimits } from '@parley/contract/content-limits';
import { maxFiles, maxMediaBytes, sendableMedia } from '@parley/contract/media';
import type { SessionTemplate } from '@parley/contract/types';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { uuidv7 } from '../../../../platform/id.ts';
import { uploadFile } from '../../../../platform/upload.ts';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { TextField } from '../../../../ui/field.tsx';
import { type ChosenFile, FileField } from '../../../../ui/fields/file-field.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import styles from '../pages.module.css';

/** A file of a reply; `mediaId` once it is uploaded. */
export type ReplyFileEntry = ChosenFile & { mediaId: string | null };

export function entriesOf(attachments: SessionTemplate['attachments']): ReplyFileEntry[] {
  return attachments.map(({ media_id: mediaId, filename: name, size_bytes: sizeBytes }) => ({
    ...{ id: mediaId, mediaId, name, sizeBytes },
    state: 'done',
  }));
}

type ReplyFilesProps = {
  files: readonly ReplyFileEntry[];
  error: string | null;
  onChange: (change: (files: readonly ReplyFileEntry[]) => ReplyFileEntry[]) => void;
};

/** The files of a saved reply, uploaded while the rest is written. */
export function ReplyFiles({ files, error, onChange }: ReplyFilesProps) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const edit = (id: string, part: Partial<ReplyFileEntry>) =>
    onChange((before) => before.map((file) => (file.id === id ? { ...file, ...part } : file)));
  const add = async (file: File) => {
    const entry = { id: uuidv7(), mediaId: null, name: file.name, sizeBytes: file.size, share: 0 };
    onChange((before) => [...before, { ...entry, state: 'sending' }]);
    const { signal } = leaving.current;
    try {
      const onProgress = (share: number) => edit(entry.id, { share });
      const { id: mediaId } = await uploadFile(entry.id, file, file.name, { onProgress, signal });
      edit(entry.id, { state: 'done', mediaId });
    } catch (failure) {
      if (!signal.aborted) edit(entry.id, { state: 'failed', problem: words(failure) });
    }
  };
  return (
    <FileField
      label={t`Files`}
      note={t`optional`}
      error={error}
      accept={Object.keys(sendableMedia).join(',')}
      kinds={t`Pictures, videos, sound and documents`}
      maxBytes={maxMediaBytes}
      most={maxFiles}
      files={files}
      onAdd={(added) => added.forEach((file) => void add(file))}
      onRemove={(id) => onChange((before) => before.filter((file) => file.id !== id))}
    />
  );
}

type ReplyButtonsProps = {
  buttons: readonly string[];
  errors: Record<number, string>;
  onChange: (buttons: string[]) => void;
};

/** The quick replies under a saved reply. */
export function ReplyButtons({ buttons, errors, onChange }: ReplyButtonsProps) {
  const { t } = useLingui();
  return (
    <>
      {buttons.map((title, at) => {
        const number = at + 1;
        return (
          // Buttons are told apart by their position.
          <div key={number} className={styles.replyButton}>
            <TextField
              label={t`Quick reply ${number}`}
              dir="auto"
              autoComplete="off"
              maxLength={interactiveLimits.buttonTitle}
              value={title}
              error={errors[at] ?? null}
              onChange={(event) => onChange(buttons.map((each, place) => (place === at ? event.target.value : each)))}
            />
            <IconButton
              label={t`Remove quick reply ${number}`}
              onClick={() => onChange(buttons.filter((_each, place) => place !== at))}
            >
              <IconTrash {...icon} />
            </IconButton>
          </div>
        );
      })}
      {buttons.length < interactiveLimits.buttons && (
        <span>
          <Button size="sm" onClick={() => onChange([...buttons, ''])}>
            <IconPlus {...smallIcon} />
            {t`Add quick reply`}
          </Button>
        </span>
      )}
    </>
  );
}
