import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CampaignFile } from '@parley/contract/types';
import { Button } from '../../../../ui/button.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import type { AudienceFile } from '../../data/editor/campaign-files.ts';
import { useFileUpload } from '../../data/editor/use-file-upload.ts';
import styles from './editor.module.css';
import { FileCounts } from './file-counts.tsx';
import { FileReading } from './file-reading.tsx';

type Props = { id: string; file: AudienceFile; mayUpload: boolean; onRemove: () => void };

/** The file of the draft: its upload, what was read, and how. */
export function ChosenFile({ id, file: { row, isGone }, mayUpload, onRemove }: Props) {
  const { t } = useLingui();
  const remove = (
    <Button size="sm" onClick={onRemove}>
      {t`Remove the file`}
    </Button>
  );
  if (isGone) {
    return (
      <p className={styles.row}>
        <span className={styles.bad}>{t`The file was deleted. Remove it, or upload it again.`}</span>
        {remove}
      </p>
    );
  }
  if (row === null) return <Skeleton shape="text" label={t`Reading`} count={2} />;
  return (
    <div className={styles.fields}>
      <p className={styles.row}>
        <strong className={styles.strong}>
          <bdi>{row.name}</bdi>
        </strong>
        {remove}
      </p>
      {row.state === 'uploading' && <Uploading id={id} />}
      <Read row={row} mayUpload={mayUpload} />
    </div>
  );
}

function Read({ row, mayUpload }: { row: CampaignFile; mayUpload: boolean }) {
  const { t } = useLingui();
  if (row.purged) {
    return (
      <p
        className={styles.bad}
      >{t`The rows were deleted a week after the broadcast started. Upload the file again.`}</p>
    );
  }
  switch (row.state) {
    case 'uploading':
      return null;
    case 'reading':
      return (
        <p role="status">
          {t`Reading the file`}: {t`${plural(row.rows, { one: '# row', other: '# rows' })}`}
        </p>
      );
    case 'failed':
      return (
        <>
          <p role="alert" className={styles.bad}>
            {row.error}
          </p>
          {mayUpload && <FileReading row={row} />}
        </>
      );
    default:
      return (
        <>
          {row.state === 'mapping' ? (
            <p role="status" className={styles.bad}>{t`Choose the column of the phone numbers.`}</p>
          ) : (
            <FileCounts row={row} mayOpen={mayUpload} />
          )}
          {mayUpload && <FileReading row={row} />}
        </>
      );
  }
}

function Uploading({ id }: { id: string }) {
  const { t } = useLingui();
  const { file, bytes, waiting, problem, retry } = useFileUpload(id);
  if (file === undefined) return null;
  if (file === null) {
    return (
      <p
        className={styles.bad}
      >{t`The upload was not finished, and this device does not have the file. Remove it and choose it again.`}</p>
    );
  }
  if (problem !== null) {
    return (
      <p className={styles.row}>
        <span role="alert" className={styles.bad}>
          {problem}
        </span>
        <Button size="sm" onClick={retry}>{t`Try again`}</Button>
      </p>
    );
  }
  return (
    <Progress
      label={t`Uploading the file`}
      note={
        waiting
          ? t`You’re offline. The upload continues when you’re back online.`
          : t`You can reload this page; the upload continues.`
      }
      value={file.blob.size === 0 ? 1 : bytes / file.blob.size}
    />
  );
}
