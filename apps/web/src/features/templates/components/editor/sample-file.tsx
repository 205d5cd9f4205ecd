import { useLingui } from '@lingui/react/macro';
import type { HeaderFormat } from '@parley/contract/template-content';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { uploadFile } from '../../../../platform/upload.ts';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { type ChosenFile, FileField } from '../../../../ui/fields/file-field.tsx';

const accepted: Partial<Record<HeaderFormat, string>> = {
  DOCUMENT: 'application/pdf',
  IMAGE: 'image/jpeg,image/png',
  VIDEO: 'video/mp4',
};
const maxBytes = 16 * 1024 * 1024;

export type SampleFileProps = {
  channelId: string;
  format: HeaderFormat;
  handle: string;
  error: string | null;
  onHandle: (handle: string) => void;
};

/** The sample of a file header: uploaded here, then given to WhatsApp. */
export function SampleFile({ channelId, format, handle, error, onHandle }: SampleFileProps) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const [file, setFile] = useState<ChosenFile | null>(
    handle === '' ? null : { id: handle, name: t`Sample on WhatsApp`, sizeBytes: 0, state: 'done' },
  );
  const add = async ([chosen]: File[]) => {
    if (chosen === undefined) return;
    const entry: ChosenFile = { id: uuidv7(), name: chosen.name, sizeBytes: chosen.size, state: 'sending', share: 0 };
    setFile(entry);
    onHandle('');
    try {
      const watch = {
        onProgress: (share: number) => setFile({ ...entry, share }),
        signal: new AbortController().signal,
      };
      const { id: media_id } = await uploadFile(entry.id, chosen, chosen.name, watch);
      const sample = await api('POST /api/templates/samples', { body: { channel_id: channelId, media_id } });
      setFile({ ...entry, state: 'done' });
      onHandle(sample.handle);
    } catch (failure) {
      setFile({ ...entry, state: 'failed', problem: words(failure) });
    }
  };
  return (
    <FileField
      label={t`Sample file`}
      help={t`Used for the review only. Choose a file for each message.`}
      error={error}
      accept={accepted[format]}
      maxBytes={maxBytes}
      files={file === null ? [] : [file]}
      onAdd={(files) => void add(files)}
      onRemove={() => {
        setFile(null);
        onHandle('');
      }}
    />
  );
}
