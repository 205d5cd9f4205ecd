import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import { toast } from '../../../ui/toast.ts';
import { useAccount } from '../../sync/public.ts';
import { type FollowedJob, isUnderWay, useBulkJobs } from '../bulk-jobs.ts';
import { useContactCalls } from '../client/use-contact-calls.ts';
import { refreshContacts } from '../table/use-contact-pages.ts';
import type { ContactActs } from '../use-contact-acts.ts';
import { ExportLine, saveExport } from './export-line.tsx';
import styles from './jobs-strip.module.css';

const underWayTitles: Record<string, ReturnType<typeof msg>> = {
  add_lists: msg`Adding to lists`,
  delete: msg`Deleting contacts`,
  delete_list: msg`Deleting a list`,
  remove_lists: msg`Taking out of lists`,
  restore: msg`Bringing contacts back`,
  set_field: msg`Changing a field`,
};

/** Acts on many that are under way, or that stopped before their end; those that ended well are told and gone. */
export function JobsStrip({ acts }: { acts: ContactActs }) {
  const { t } = useLingui();
  const account = useAccount();
  const calls = useContactCalls();
  const { jobs, followed } = useBulkJobs();
  useEffect(() => {
    void jobs.find();
    return jobs.onEnd(({ job, undo, again }) => {
      if (job.kind === 'export') {
        // Whoever began it here waits for the file; it stays to be fetched again.
        if (job.file !== null && again !== null) void saveExport(job.id).catch(acts.failed);
        return;
      }
      refreshContacts(account);
      void calls.lists(true);
      if (job.state !== 'done') return;
      const { changed, seen } = job;
      const same = seen - changed;
      const note = same > 0 ? t`${plural(same, { one: ', # already so', other: ', # already so' })}` : '';
      const message = {
        delete: t`${plural(changed, { one: '# contact deleted', other: '# contacts deleted' })}`,
        delete_list: t`The list is deleted`,
        restore: t`${plural(changed, { one: '# contact is back', other: '# contacts are back' })}`,
      }[job.kind];
      const back = job.kind === 'delete' ? () => acts.restoreDeletion(job.id) : undo;
      toast({
        message: message ?? t`${plural(changed, { one: '# contact changed', other: '# contacts changed' })}${note}`,
        ...(back && changed > 0 && { action: { label: t`Undo`, run: () => void back().catch(acts.failed) } }),
      });
    });
  }, [jobs, account, calls, acts, t]);
  if (followed.length === 0) return null;
  return (
    <section className={styles.strip} aria-label={t`Work on many contacts`}>
      {followed.map((one) =>
        one.job.kind === 'export' ? (
          <ExportLine key={one.job.id} followed={one} />
        ) : (
          <JobLine key={one.job.id} followed={one} acts={acts} />
        ),
      )}
    </section>
  );
}

function JobLine({ followed, acts }: { followed: FollowedJob; acts: ContactActs }) {
  const { t, i18n } = useLingui();
  const words = useServerWords();
  const { jobs } = useBulkJobs();
  const { job, undo, again } = followed;
  const kind = underWayTitles[job.kind];
  const title = kind ? i18n._(kind) : job.kind;
  const seen = i18n.number(job.seen);
  const note = job.total === null ? t`${seen} done` : t`${seen} of ${i18n.number(Math.max(job.total, job.seen))}`;
  const share = job.total === null ? 0 : job.total === 0 ? 1 : job.seen / Math.max(job.total, job.seen);
  const stopped = !isUnderWay(job);
  const run = (work: () => Promise<void>) => void work().catch((error: unknown) => toast({ message: words(error) }));
  const back = job.kind === 'delete' ? () => acts.restoreDeletion(job.id) : undo;
  return (
    <div className={styles.line}>
      <Progress
        label={
          stopped ? (job.state === 'cancelled' ? t`${title}: stopped` : t`${title}: could not be finished`) : title
        }
        note={stopped ? t`${i18n.number(job.changed)} changed, the others are as they were` : note}
        value={share}
        failed={job.state === 'failed'}
      />
      {!stopped && <Button size="sm" onClick={() => run(() => jobs.cancel(job.id))}>{t`Stop`}</Button>}
      {stopped && again && (
        <Button
          size="sm"
          onClick={() => {
            jobs.forget(job.id);
            run(again);
          }}
        >{t`Do the rest`}</Button>
      )}
      {stopped && back && job.changed > 0 && (
        <Button
          size="sm"
          onClick={() => {
            jobs.forget(job.id);
            run(back);
          }}
        >{t`Undo`}</Button>
      )}
      {stopped && <Button size="sm" variant="plain" onClick={() => jobs.forget(job.id)}>{t`Put away`}</Button>}
    </div>
  );
}
