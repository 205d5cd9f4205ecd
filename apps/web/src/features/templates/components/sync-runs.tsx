import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { TemplateSyncRun } from '@parley/contract/types';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useFindUser } from '../../sync/public.ts';
import styles from './sync.module.css';

/** The last runs, with their result, duration and error. */
export function SyncRuns({ runs }: { runs: readonly TemplateSyncRun[] }) {
  const { t, i18n } = useLingui();
  const days = useDateLabels();
  const findUser = useFindUser();
  const cause = ({ trigger, created_by: by }: TemplateSyncRun) => {
    if (trigger === 'schedule') return t`Every 6 h`;
    if (trigger === 'webhook') return t`WhatsApp`;
    return findUser(by ?? '')?.name ?? (by?.startsWith('api:') ? t`API` : t`A former member`);
  };
  const result = (run: TemplateSyncRun) => {
    const count = run.new + run.modified + run.deleted;
    if (run.error !== null) return run.error;
    if (count === 0) return t`No changes`;
    return t`${plural(count, { one: '# change applied', other: '# changes applied' })}`;
  };
  return (
    <section>
      <header className={styles.runsHead}>
        <h2>{t`Recent runs`}</h2>
        <span className={styles.quiet}>{t`Every 6 h and when WhatsApp reports a change`}</span>
      </header>
      {runs.length === 0 ? (
        <p className={styles.none}>{t`No runs yet`}</p>
      ) : (
        <table className={styles.table} aria-label={t`Recent runs`}>
          <thead>
            <tr>
              <th scope="col">{t`Started`}</th>
              <th scope="col">{t`Trigger`}</th>
              <th scope="col">{t`Result`}</th>
              <th scope="col" className={styles.number}>{t`Compared`}</th>
              <th scope="col" className={styles.number}>{t`Duration`}</th>
            </tr>
          </thead>
          <tbody>
            {runs.slice(0, 10).map((run) => (
              <tr key={run.id}>
                <td>
                  <time dateTime={run.started_at} title={days.exact(run.started_at)}>
                    {days.short(run.started_at)}
                  </time>
                </td>
                <td>
                  <bdi>{cause(run)}</bdi>
                </td>
                <td data-bad={run.error !== null || undefined}>{result(run)}</td>
                <td className={styles.number}>{i18n.number(run.compared)}</td>
                <td className={styles.number}>
                  {i18n.number(run.duration_ms / 1_000, {
                    style: 'unit',
                    unit: 'second',
                    unitDisplay: 'narrow',
                    maximumFractionDigits: 1,
                  })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
