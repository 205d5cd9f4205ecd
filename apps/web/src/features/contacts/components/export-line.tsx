import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { BulkJob } from '@parley/contract/types';
import { useState } from 'react';
import { downloadFile } from '../../../platform/download.ts';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { sizeText } from '../../../ui/fields/file-rules.ts';
import { Progress } from '../../../ui/progress.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { type FollowedJob, isUnfinished, useBulkJobs } from '../data/bulk-jobs.ts';
import styles from './jobs-strip.module.css';

type ExportedFile = NonNullable<BulkJob['file']>;

/** Downloads the file of an export. @throws ApiError, NetworkError */
export function saveExport(id: string, file: ExportedFile): Promise<void> {
  return downloadFile('GET /api/contacts/exports/{id}/file', { params: { id } }, fileName(file));
}

function fileName({ format }: ExportedFile): string {
  return `contacts.${format}`;
}

/** An export: its progress, then its file until it expires. */
export function ExportLine({ followed }: { followed: FollowedJob }) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const { jobs } = useBulkJobs();
  const [busy, setBusy] = useState(false);
  const { job, retry } = followed;
  const { file } = job;
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch((error: unknown) => toast({ message: words(error) }));
    setBusy(false);
  };
  const remove = () => run(() => jobs.removeExport(job.id));
  if (isUnfinished(job)) {
    return (
      <div className={styles.line}>
        <ExportProgress job={job} />
        <Button size="sm" busy={busy} onClick={() => void remove()}>{t`Stop`}</Button>
      </div>
    );
  }
  if (file === null) {
    return (
      <div className={styles.line}>
        <span>{job.error ?? t`Couldn’t complete the file. Export again.`}</span>
        {retry && (
          <Button
            size="sm"
            busy={busy}
            onClick={() =>
              void run(async () => {
                await retry();
                await jobs.removeExport(job.id);
              })
            }
          >{t`Export again`}</Button>
        )}
        <Button size="sm" variant="plain" busy={busy} onClick={() => void remove()}>{t`Archive`}</Button>
      </div>
    );
  }
  return (
    <div className={styles.line}>
      <ExportReady job={job} file={file} />
      <Button size="sm" busy={busy} onClick={() => void run(() => saveExport(job.id, file))}>{t`Download file`}</Button>
      <Button size="sm" variant="plain" busy={busy} onClick={() => void remove()}>{t`Archive`}</Button>
    </div>
  );
}

function ExportProgress({ job }: { job: BulkJob }) {
  const { t, i18n } = useLingui();
  const seen = i18n.number(job.seen);
  const total = Math.max(job.total ?? 0, job.seen);
  return (
    <Progress
      label={t`Exporting contacts`}
      note={job.total === null ? t`${seen} done` : t`${seen} of ${i18n.number(total)}`}
      value={total === 0 ? 0 : job.seen / total}
    />
  );
}

function ExportReady({ job, file }: { job: BulkJob; file: ExportedFile }) {
  const { t } = useLingui();
  const { date } = useDateLabels();
  const name = fileName(file);
  const countText = plural(job.changed, { one: '# contact', other: '# contacts' });
  const size = file.size_bytes === null ? null : sizeText(file.size_bytes);
  return (
    <span>
      {size === null
        ? t`${name} with ${countText} is ready. Available until ${date(file.expires_at)}.`
        : t`${name} with ${countText} is ready (${size}). Available until ${date(file.expires_at)}.`}
    </span>
  );
}
