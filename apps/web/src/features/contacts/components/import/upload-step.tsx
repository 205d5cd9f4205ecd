import { useLingui } from '@lingui/react/macro';
import { isAtLeast } from '@parley/contract/permissions';
import type { ContactImport } from '@parley/contract/types';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { session } from '../../../../platform/browser-session.ts';
import { saveBlob } from '../../../../platform/download.ts';
import { uuidv7 } from '../../../../platform/id.ts';
import { type StoredFile, storeFile } from '../../../../platform/stored-files.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextAreaField } from '../../../../ui/field.tsx';
import { FileField } from '../../../../ui/fields/file-field.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { useStoredFile, useUpload } from '../../../../ui/use-upload.ts';
import { refetchImport, setImport, uploadImport, useFields } from '../../data/import/import-data.ts';
import { previewFile } from '../../data/import/preview.ts';
import { sampleFile } from '../../data/import/sample-file.ts';
import type { GoTo } from '../../data/import/steps.ts';
import { FileSettings } from './file-settings.tsx';
import styles from './import.module.css';
import { PreviewTable } from './preview-table.tsx';
import uploadStyles from './upload-step.module.css';

const maxFileBytes = 104_857_600;
const kinds = '.csv,.tsv,.txt,.xlsx,.vcf';

/** Step 1: choose, drop or paste a file; upload it; preview its rows. */
export function UploadStep({ id, row, goTo }: { id: string | undefined; row: ContactImport | null; goTo: GoTo }) {
  if (row !== null && row.state !== 'uploading') return <FileSettings row={row} goTo={goTo} />;
  return id === undefined ? <Choose goTo={goTo} /> : <Uploading id={id} row={row} goTo={goTo} />;
}

function Choose({ goTo }: { goTo: GoTo }) {
  const { t } = useLingui();
  const fields = useFields().data;
  const [pasted, setPasted] = useState('');
  const state = session.state();
  const mayMove = state.status !== 'signed-out' && isAtLeast(state.claims.role ?? 'User', 'Admin');
  const begin = (file: StoredFile) => {
    const id = uuidv7();
    void storeFile(id, file).then(() => goTo({ step: 'upload', id }));
  };
  return (
    <div className={styles.column}>
      <div className={styles.lead}>
        <h2>{t`Import your contacts`}</h2>
        <p>{t`Import up to 2,000,000 rows from a spreadsheet or an address book. Preview the result of every row first; you can undo an import for 7 days.`}</p>
        {mayMove && <Link to="/settings/move">{t`Bring your conversations, too`}</Link>}
      </div>
      <FileField
        label={t`File`}
        help={t`CSV, TSV, Excel (.xlsx) or vCard. Exports from WATI, respond.io, Chatwoot and Google Contacts are recognized.`}
        files={[]}
        accept={kinds}
        maxBytes={maxFileBytes}
        onAdd={([file]) => file && begin({ blob: file, name: file.name })}
        onRemove={() => undefined}
      />
      <div className={uploadStyles.paste}>
        <TextAreaField
          label={t`Or paste rows`}
          help={t`From a spreadsheet or a list: one contact per line, column names first.`}
          value={pasted}
          rows={4}
          dir="auto"
          onChange={(event) => setPasted(event.target.value)}
        />
        <div className={styles.actions}>
          <Button
            blocked={pasted.trim() === ''}
            onClick={() => begin({ blob: new Blob([pasted], { type: 'text/csv' }), name: t`Pasted rows` })}
          >
            {t`Use these rows`}
          </Button>
          <Button
            variant="plain"
            busy={fields === undefined}
            onClick={() => saveBlob(new Blob([sampleFile(fields ?? [])], { type: 'text/csv' }), 'contacts-sample.csv')}
          >
            <IconDownload {...smallIcon} />
            {t`Sample file with your fields`}
          </Button>
        </div>
      </div>
    </div>
  );
}

function Uploading({ id, row, goTo }: { id: string; row: ContactImport | null; goTo: GoTo }) {
  const { t } = useLingui();
  const [file, setFile] = useStoredFile(id);
  if (file === undefined) return null;
  if (file === null) return <ChooseAgain id={id} row={row} onChosen={setFile} goTo={goTo} />;
  return <Sending id={id} file={file} again={t`Choose another file`} goTo={goTo} />;
}

function Sending({ id, file, again, goTo }: { id: string; file: StoredFile; again: string; goTo: GoTo }) {
  const { t } = useLingui();
  const { bytes, waiting, problem, retry } = useUpload(id, file, {
    send: (stored, onProgress, signal) => uploadImport(id, stored, onProgress, signal),
    onDone: (row) => {
      setImport(row);
      return refetchImport(id);
    },
  });
  const [rows, setRows] = useState<string[][] | null>(null);
  useEffect(() => void previewFile(file.blob).then(setRows), [file]);
  const share = file.blob.size === 0 ? 1 : bytes / file.blob.size;
  const chosen = { id, name: file.name, sizeBytes: file.blob.size } as const;
  const [header = [], ...body] = rows ?? [];
  return (
    <div className={styles.wide}>
      <div className={styles.head}>
        <FileField
          label={t`File`}
          help={
            waiting
              ? t`You’re offline. The upload continues when you’re back online.`
              : t`You can reload this page; the upload continues.`
          }
          most={1}
          maxBytes={maxFileBytes}
          files={[problem === null ? { ...chosen, state: 'sending', share } : { ...chosen, state: 'failed', problem }]}
          onAdd={() => undefined}
          onRemove={() => goTo({ step: 'upload', id: '' })}
          onRetry={retry}
        />
        {problem !== null && <Button onClick={() => goTo({ step: 'upload', id: '' })}>{again}</Button>}
      </div>
      {rows !== null && <PreviewTable header={header} rows={body} />}
    </div>
  );
}

/** This device no longer has the file. Choosing the same file again resumes the upload. */
function ChooseAgain(props: {
  id: string;
  row: ContactImport | null;
  onChosen: (file: StoredFile) => void;
  goTo: GoTo;
}) {
  const { t } = useLingui();
  const { id, row, onChosen, goTo } = props;
  const name = row?.name ?? '';
  const arrived = Math.round((row?.received_bytes ?? 0) / 100_000) / 10;
  return (
    <div className={styles.column}>
      <div className={styles.lead}>
        <h2>{row === null ? t`Import not found` : t`Choose ${name} again`}</h2>
        <p>
          {row === null
            ? t`The import was started on another device, or its file is no longer on this one.`
            : t`This device no longer has the file. ${arrived} MB were uploaded: choose the same file to continue.`}
        </p>
      </div>
      {row !== null && (
        <FileField
          label={t`File`}
          files={[]}
          accept={kinds}
          maxBytes={maxFileBytes}
          onAdd={([file]) => {
            if (file === undefined) return;
            const kept = { blob: file, name };
            void storeFile(id, kept).then(() => onChosen(kept));
          }}
          onRemove={() => undefined}
        />
      )}
      <div className={styles.actions}>
        <Button onClick={() => goTo({ step: 'upload', id: '' })}>{t`Start with another file`}</Button>
      </div>
    </div>
  );
}
