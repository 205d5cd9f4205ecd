import { useLingui } from '@lingui/react/macro';
import { historyLimits } from '@parley/contract/history-limits';
import type { HistoryImport } from '@parley/contract/types';
import { type StoredFile, storeFile } from '../../../platform/stored-files.ts';
import { FileField } from '../../../ui/fields/file-field.tsx';
import { useStoredFile, useUpload } from '../../../ui/use-upload.ts';
import { setHistoryImport, uploadHistory } from '../data/history-data.ts';
import styles from './move.module.css';

/** The file is on its way. A reload goes on, as long as the device has it. */
export function Uploading({ row, onCancel }: { row: HistoryImport; onCancel: () => void }) {
  const { t } = useLingui();
  const { id, name } = row;
  const [file, setFile] = useStoredFile(id);
  if (file === undefined) return null;
  if (file !== null) return <Sending id={id} file={file} onCancel={onCancel} />;
  const megabytes = Math.round(row.received_bytes / 100_000) / 10;
  return (
    <FileField
      label={t`File`}
      help={t`This device no longer has ${name}. ${megabytes} MB were uploaded: choose the same file to continue.`}
      files={[]}
      most={1}
      accept=".txt,.zip,.jsonl"
      maxBytes={historyLimits.bytes}
      onAdd={([again]) => {
        if (again === undefined) return;
        const kept = { blob: again, name };
        void storeFile(id, kept).then(() => setFile(kept));
      }}
      onRemove={() => undefined}
    />
  );
}

function Sending({ id, file, onCancel }: { id: string; file: StoredFile; onCancel: () => void }) {
  const { t } = useLingui();
  const { bytes, waiting, problem, retry } = useUpload(id, file, {
    send: ({ blob }, onProgress, signal) => uploadHistory(id, blob, onProgress, signal),
    onDone: setHistoryImport,
  });
  const chosen = { id, name: file.name, sizeBytes: file.blob.size } as const;
  const share = file.blob.size === 0 ? 1 : bytes / file.blob.size;
  return (
    <div className={styles.part}>
      <FileField
        label={t`File`}
        help={
          waiting
            ? t`You’re offline. The upload continues when you’re back online.`
            : t`You can reload this page; the upload continues.`
        }
        most={1}
        maxBytes={historyLimits.bytes}
        files={[problem === null ? { ...chosen, state: 'sending', share } : { ...chosen, state: 'failed', problem }]}
        onAdd={() => undefined}
        onRemove={onCancel}
        onRetry={retry}
      />
    </div>
  );
}
