import { useLingui } from '@lingui/react/macro';
import type { ContactImport } from '@parley/contract/types';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { FileField } from '../../../ui/fields/file-field.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { saveBlob } from './download.ts';
import { FileRead } from './file-read.tsx';
import { type KeptFile, keepFile, keptFile } from './file-store.ts';
import styles from './import.module.css';
import { useFields } from './import-data.ts';
import { peekInto } from './peek.ts';
import { PreviewTable } from './preview-table.tsx';
import { sampleFile } from './sample-file.ts';
import type { GoTo } from './steps.ts';
import uploadStyles from './upload-step.module.css';
import { useUpload } from './use-upload.ts';

const mostBytes = 104_857_600;
const kinds = '.csv,.tsv,.txt,.xlsx,.vcf';

/** Step 1: a file by choosing, dropping or pasting, on its way to the server, and what is in it. */
export function UploadStep({ id, row, goTo }: { id: string | undefined; row: ContactImport | null; goTo: GoTo }) {
  if (row !== null && row.state !== 'uploading') return <FileRead row={row} goTo={goTo} />;
  return id === undefined ? <Choose goTo={goTo} /> : <Uploading id={id} row={row} goTo={goTo} />;
}

function Choose({ goTo }: { goTo: GoTo }) {
  const { t } = useLingui();
  const fields = useFields().data;
  const [pasted, setPasted] = useState('');
  const begin = (file: KeptFile) => {
    const id = uuidv7();
    void keepFile(id, file).then(() => goTo({ step: 'upload', id }));
  };
  return (
    <div className={styles.column}>
      <div className={styles.lead}>
        <h2>{t`Bring your people along`}</h2>
        <p>{t`From a table or an address book, up to 2,000,000 rows. You see what becomes of every row before anything is written, and you can undo it all for 7 days.`}</p>
      </div>
      <FileField
        label={t`File`}
        help={t`CSV, TSV, Excel (.xlsx) or vCard. Exports of WATI, respond.io, Chatwoot and Google Contacts are known.`}
        files={[]}
        accept={kinds}
        maxBytes={mostBytes}
        onAdd={([file]) => file && begin({ blob: file, name: file.name })}
        onRemove={() => undefined}
      />
      <div className={uploadStyles.paste}>
        <TextAreaField
          label={t`Or paste rows`}
          help={t`From a spreadsheet or a list: one person a line, the names of the columns first.`}
          value={pasted}
          rows={4}
          dir="auto"
          onChange={(event) => setPasted(event.target.value)}
        />
        <div className={styles.acts}>
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
  const [file, setFile] = useState<KeptFile | 'looking' | null>('looking');
  useEffect(() => {
    let gone = false;
    void keptFile(id).then((found) => {
      if (!gone) setFile(found);
    });
    return () => {
      gone = true;
    };
  }, [id]);
  if (file === 'looking') return null;
  if (file === null) return <ChooseAgain id={id} row={row} onChosen={setFile} goTo={goTo} />;
  return <Sending id={id} file={file} again={t`Choose another file`} goTo={goTo} />;
}

function Sending({ id, file, again, goTo }: { id: string; file: KeptFile; again: string; goTo: GoTo }) {
  const { t } = useLingui();
  const { bytes, waiting, problem, retry } = useUpload(id, file);
  const [rows, setRows] = useState<string[][] | null>(null);
  useEffect(() => void peekInto(file.blob).then(setRows), [file]);
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
              ? t`The network is gone. The upload goes on by itself when it is back.`
              : t`You can reload this page: the upload goes on where it was.`
          }
          most={1}
          maxBytes={mostBytes}
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

/** The device does not have the file any more: the same one goes on where it broke off. */
function ChooseAgain(props: { id: string; row: ContactImport | null; onChosen: (file: KeptFile) => void; goTo: GoTo }) {
  const { t } = useLingui();
  const { id, row, onChosen, goTo } = props;
  const name = row?.name ?? '';
  const arrived = Math.round((row?.received_bytes ?? 0) / 100_000) / 10;
  return (
    <div className={styles.column}>
      <div className={styles.lead}>
        <h2>{row === null ? t`This import is not known` : t`Choose ${name} once more`}</h2>
        <p>
          {row === null
            ? t`It may have been begun on another device, or its file is not here any more.`
            : t`This device does not have the file any more. ${arrived} MB of it have arrived: with the same file the upload goes on there.`}
        </p>
      </div>
      {row !== null && (
        <FileField
          label={t`File`}
          files={[]}
          accept={kinds}
          maxBytes={mostBytes}
          onAdd={([file]) => {
            if (file === undefined) return;
            const kept = { blob: file, name };
            void keepFile(id, kept).then(() => onChosen(kept));
          }}
          onRemove={() => undefined}
        />
      )}
      <div className={styles.acts}>
        <Button onClick={() => goTo({ step: 'upload', id: '' })}>{t`Begin with another file`}</Button>
      </div>
    </div>
  );
}
