import { useLingui } from '@lingui/react/macro';
import { sendableMedia } from '@parley/contract/media';
import { uploadedFileId, uploadedFileValue } from '@parley/contract/template-fill';
import { useEffect, useRef, useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { uploadFile } from '../../../platform/upload.ts';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { AddressField } from '../../../ui/fields/address-field.tsx';
import { type ChosenFile, FileField } from '../../../ui/fields/file-field.tsx';
import styles from './templates.module.css';

export type HeaderFileProps = {
  kind: 'image' | 'video' | 'document';
  /** A web address, or an uploaded file. */
  value: string;
  error: string | null;
  onChange: (value: string) => void;
  /** An upload began or ended; until then there is no value to send. */
  onUploading?: ((uploading: boolean) => void) | undefined;
  /** The label of a file that cannot be uploaded: those of cards are named by their web address. */
  addressOnly?: string | undefined;
};

/** The file in the header of a template: uploaded, or named by its web address. */
export function HeaderFile({ kind, value, error, onChange, onUploading, addressOnly }: HeaderFileProps) {
  const { t } = useLingui();
  const labels = { image: t`Picture`, video: t`Video`, document: t`Document` };
  const words = useServerErrorMessage();
  const uploaded = uploadedFileId(value);
  const [sending, setSending] = useState<ChosenFile | null>(null);
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const rules = Object.entries(sendableMedia).filter(([, rule]) => rule.kind === kind);
  const add = async ([chosen]: File[]) => {
    if (chosen === undefined) return;
    const entry: ChosenFile = { id: uuidv7(), name: chosen.name, sizeBytes: chosen.size, state: 'sending', share: 0 };
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    setSending(entry);
    onUploading?.(true);
    try {
      const onProgress = (share: number) => setSending({ ...entry, share });
      const { id } = await uploadFile(entry.id, chosen, chosen.name, { onProgress, signal });
      setSending({ ...entry, state: 'done' });
      onChange(uploadedFileValue(id));
    } catch (failure) {
      if (!signal.aborted) setSending({ ...entry, state: 'failed', problem: words(failure) });
    } finally {
      onUploading?.(false);
    }
  };
  const known: ChosenFile | null =
    uploaded === null ? null : { id: uploaded, name: t`Uploaded file`, sizeBytes: 0, state: 'done' };
  const file = sending ?? known;
  return (
    <div className={styles.headerFile}>
      {addressOnly === undefined && (
        <FileField
          label={labels[kind]}
          error={uploaded === null && value !== '' ? null : error}
          accept={rules.map(([type]) => type).join(',')}
          kinds={kind === 'document' ? t`PDF, Office and text files` : undefined}
          maxBytes={Math.max(...rules.map(([, rule]) => rule.maxBytes))}
          files={file === null ? [] : [file]}
          onAdd={(files) => void add(files)}
          onRemove={() => {
            leaving.current?.abort();
            setSending(null);
            if (uploaded !== null) onChange('');
          }}
        />
      )}
      {file === null && (
        <AddressField
          label={addressOnly ?? t`Or a web address`}
          help={t`WhatsApp has to reach it without signing in.`}
          placeholder="https://"
          dir="ltr"
          autoComplete="off"
          value={value}
          error={value === '' && addressOnly === undefined ? null : error}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
