import { useLingui } from '@lingui/react/macro';
import type { Template, TemplateVersion } from '@parley/contract/types';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useFindUser } from '../../sync/public.ts';
import { useTemplateHistory } from '../data/use-template-history.ts';
import styles from './pages.module.css';
import { FieldChanges } from './sync-diff.tsx';

/** What a template said before: who changed it, when, and what. */
export function TemplateHistory({ template }: { template: Template }) {
  const { t, i18n } = useLingui();
  const { data, isPending } = useTemplateHistory(template.id, template.version);
  if (isPending) return <Skeleton shape="text" label={t`Loading the history`} count={2} />;
  const { data: versions = [], edits } = data ?? {};
  if (versions.length === 0) return null;
  const [day, month] = [i18n.number(edits?.day ?? 0), i18n.number(edits?.month ?? 0)];
  return (
    <section className={styles.history}>
      <h3>{t`History`}</h3>
      {template.status === 'ACTIVE' && (
        <p className={styles.quiet}>{t`Approved changes: ${day} of 1 in 24 hours, ${month} of 10 in 30 days`}</p>
      )}
      <ol className={styles.plain}>
        {versions.map((version) => (
          <li key={version.number}>
            <Version version={version} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Version({ version: { number, event, at, by, fields } }: { version: TemplateVersion }) {
  const { t } = useLingui();
  const days = useDateLabels();
  const findUser = useFindUser();
  const events: Record<TemplateVersion['event'], string> = {
    restored: t`Restored`,
    saved: number === 1 ? t`Created` : t`Saved`,
    submitted: t`Submitted`,
    synced: number === 1 ? t`Synced from WhatsApp` : t`Changed on WhatsApp`,
  };
  const author = by === null ? null : (findUser(by)?.name ?? t`API`);
  const head = (
    <>
      {events[event]} · <time dateTime={at}>{days.exact(at)}</time>
      {author !== null && event !== 'synced' && (
        <>
          {' '}
          · <bdi>{author}</bdi>
        </>
      )}
    </>
  );
  if (fields.length === 0) return <span className={styles.version}>{head}</span>;
  return (
    <Disclosure look="row" className={styles.version} title={head}>
      <FieldChanges fields={fields} labels={[t`Before`, t`After`]} />
    </Disclosure>
  );
}
