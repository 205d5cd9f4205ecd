import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { Progress } from '../../../ui/progress.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAccount } from '../../sync/public.ts';
import { type FollowedJob, isUnfinished, useBulkJobs } from '../data/bulk-jobs.ts';
import type { ContactActions } from '../data/use-contact-actions.ts';
import { useContactCalls } from '../data/use-contact-calls.ts';
import { refreshContacts } from '../data/use-contact-pages.ts';
import { ExportLine, saveExport } from './export-line.tsx';
import styles from './jobs-strip.module.css';

const underWayTitles: Record<string, ReturnType<typeof msg>> = {
  add_lists: msg`Adding to lists`,
  delete: msg`Deleting contacts`,
  delete_list: msg`Deleting a list`,
  remove_lists: msg`Removing from lists`,
  restore: msg`Restoring contacts`,
  set_field: msg`Changing a field`,
};

/** Bulk operations that are running or have failed. A successful one disappears after its toast. */
export function JobsStrip({ actions }: { actions: ContactActions }) {
  const { t } = useLingui();
  const account = useAccount();
  const calls = useContactCalls();
  const { jobs, followed } = useBulkJobs();
  useEffect(() => {
    void jobs.loadUnfinished();
    return jobs.onEnd(({ job, undo, retry }) => {
      if (job.kind === 'export') {
        // The export was started in this tab: download it at once. It stays available.
        if (job.file !== null && retry !== null) void saveExport(job.id, job.file).catch(actions.failed);
        return;
      }
      refreshContacts(account);
      void calls.lists(true);
      if (job.state !== 'done') return;
      const { changed, seen } = job;
      const same = seen - changed;
      const note = same > 0 ? t`${plural(same, { one: ', # unchanged', other: ', # unchanged' })}` : '';
      const message = {
        delete: t`${plural(changed, { one: '# contact deleted', other: '# contacts deleted' })}`,
        delete_list: t`The list is deleted`,
        restore: t`${plural(changed, { one: '# contact restored', other: '# contacts restored' })}`,
      }[job.kind];
      const back = job.kind === 'delete' ? () => actions.restoreDeletion(job.id) : undo;
      toast({
        message: message ?? t`${plural(changed, { one: '# contact changed', other: '# contacts changed' })}${note}`,
        ...(back && changed > 0 && { action: { label: t`Undo`, run: () => void back().catch(actions.failed) } }),
      });
    });
  }, [jobs, account, calls, actions, t]);
  if (followed.length === 0) return null;
  return (
    <section className={styles.strip} aria-label={t`Bulk actions`}>
      {followed.map((one) =>
        one.job.kind === 'export' ? (
          <ExportLine key={one.job.id} followed={one} />
        ) : (
          <JobLine key={one.job.id} followed={one} actions={actions} />
        ),
      )}
    </section>
  );
}

function JobLine({ followed, actions }: { followed: FollowedJob; actions: ContactActions }) {
  const { t, i18n } = useLingui();
  const words = useServerErrorMessage();
  const { jobs } = useBulkJobs();
  const { job, undo, retry } = followed;
  const kind = underWayTitles[job.kind];
  const title = kind ? i18n._(kind) : job.kind;
  const seen = i18n.number(job.seen);
  const note = job.total === null ? t`${seen} done` : t`${seen} of ${i18n.number(Math.max(job.total, job.seen))}`;
  const share = job.total === null ? 0 : job.total === 0 ? 1 : job.seen / Math.max(job.total, job.seen);
  const stopped = !isUnfinished(job);
  const run = (work: () => Promise<void>) => void work().catch((error: unknown) => toast({ message: words(error) }));
  const back = job.kind === 'delete' ? () => actions.restoreDeletion(job.id) : undo;
  return (
    <div className={styles.line}>
      <Progress
        label={stopped ? (job.state === 'cancelled' ? t`${title}: stopped` : t`${title}: couldn’t be finished`) : title}
        note={stopped ? t`${i18n.number(job.changed)} updated, the others are unchanged` : note}
        value={share}
        failed={job.state === 'failed'}
      />
      {!stopped && <Button size="sm" onClick={() => run(() => jobs.cancel(job.id))}>{t`Stop`}</Button>}
      {stopped && retry && (
        <Button
          size="sm"
          onClick={() => {
            jobs.dismiss(job.id);
            run(retry);
          }}
        >{t`Resume`}</Button>
      )}
      {stopped && back && job.changed > 0 && (
        <Button
          size="sm"
          onClick={() => {
            jobs.dismiss(job.id);
            run(back);
          }}
        >{t`Undo`}</Button>
      )}
      {stopped && <Button size="sm" variant="plain" onClick={() => jobs.dismiss(job.id)}>{t`Archive`}</Button>}
    </div>
  );
}
