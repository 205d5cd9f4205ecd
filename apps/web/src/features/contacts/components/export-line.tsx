import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { BulkJob } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { sizeWords } from '../../../ui/fields/file-rules.ts';
import { Progress } from '../../../ui/progress.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import { toast } from '../../../ui/toast.ts';
import { type FollowedJob, isUnderWay, useBulkJobs } from '../bulk-jobs.ts';
import { downloadFrom } from '../import/download.ts';
import { useDayWords } from '../use-day-words.ts';
import styles from './jobs-strip.module.css';

/** Hands the file of an export over to the browser's downloads. @throws ApiError, NetworkError */
export function saveExport(id: string): Promise<void> {
  return downloadFrom(`/api/contacts/exports/${id}/file`, 'contacts.csv');
}

/** An export: how far it is, then its file for as long as it is kept. */
export function ExportLine({ followed }: { followed: FollowedJob }) {
  const { t } = useLingui();
  const words = useServerWords();
  const { jobs } = useBulkJobs();
  const [busy, setBusy] = useState(false);
  const { job, again } = followed;
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch((error: unknown) => toast({ message: words(error) }));
    setBusy(false);
  };
  const remove = () => run(() => jobs.removeExport(job.id));
  if (isUnderWay(job)) {
    return (
      <div className={styles.line}>
        <Writing job={job} />
        <Button size="sm" busy={busy} onClick={() => void remove()}>{t`Stop`}</Button>
      </div>
    );
  }
  if (job.file === null) {
    return (
      <div className={styles.line}>
        <span>{t`The file could not be written to its end, so there is none.`}</span>
        {again && (
          <Button
            size="sm"
            busy={busy}
            onClick={() =>
              void run(async () => {
                await again();
                await jobs.removeExport(job.id);
              })
            }
          >{t`Export again`}</Button>
        )}
        <Button size="sm" variant="plain" busy={busy} onClick={() => void remove()}>{t`Put away`}</Button>
      </div>
    );
  }
  return (
    <div className={styles.line}>
      <Ready job={job} file={job.file} />
      <Button size="sm" busy={busy} onClick={() => void run(() => saveExport(job.id))}>{t`Save the file`}</Button>
      <Button size="sm" variant="plain" busy={busy} onClick={() => void remove()}>{t`Put away`}</Button>
    </div>
  );
}

function Writing({ job }: { job: BulkJob }) {
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

function Ready({ job, file }: { job: BulkJob; file: NonNullable<BulkJob['file']> }) {
  const { t } = useLingui();
  const { date } = useDayWords();
  const size = sizeWords(file.size_bytes);
  const people = plural(job.changed, { one: '# contact', other: '# contacts' });
  return <span>{t`contacts.csv with ${people} is ready (${size}). It is kept until ${date(file.expires_at)}.`}</span>;
}
