import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { useBelow } from '../../../ui/use-media.ts';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { PermissionNote, useRefusal } from '../../team/public.ts';
import { useTemplateList, useTemplateUsage } from '../data/template-lists.ts';
import { useSessionTemplates } from '../data/use-session-templates.ts';
import { useSyncRuns } from '../data/use-sync.ts';
import { KindCards } from './kind-cards.tsx';
import { OverviewResults } from './overview-results.tsx';
import styles from './pages.module.css';
import { ReplyTable } from './session/reply-table.tsx';
import { TemplateProblems } from './template-problems.tsx';
import { TemplateTable, useTemplateTable } from './template-table.tsx';
import { TemplatesSubPanel } from './templates-sub-panel.tsx';

const recentMs = 30 * 86_400_000;

/** What needs attention, how many there are, and what was used last. */
export function Overview() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const times = useRelativeTime();
  const phone = useBelow('md');
  const { templates, state } = useTemplateList();
  const { replies } = useSessionTemplates();
  const usage = useTemplateUsage();
  const table = useTemplateTable('templates-recent', usage);
  const lastRun = useSyncRuns().runs.find(({ error }) => error === null);
  const edits = useRefusal('templates.edit') === null;
  const count = templates.length + replies.length;
  const recent = recentlyUsed(templates, ({ id }) => usage(id).last_used_at);
  const recentReplies = recentlyUsed(replies, (reply) => reply.last_used_at);
  const { q } = useSearch({ strict: false }) as { q?: unknown };
  const wanted = typeof q === 'string' || typeof q === 'number' ? String(q) : '';
  const search = (
    <SearchBox
      gatherMs={120}
      label={t`${plural(count, { one: 'Search # template', other: 'Search # templates' })}`}
      value={wanted}
      onChange={(text) => void navigate({ to: '/templates', search: text === '' ? {} : { q: text }, replace: true })}
    />
  );
  return (
    <>
      <TemplatesSubPanel current="overview" />
      <Page label={t`Message Templates`}>
        <PageBar
          title={t`Message Templates`}
          note={lastRun && t`Synced ${times.near(lastRun.started_at)}`}
          start={<SubPanelButton label={t`Template pages`} />}
        >
          {!phone && search}
          {edits && (
            <Link to="/templates/wa-sync" className={buttonClass()} aria-label={t`Sync`}>
              <IconRefresh {...smallIcon} />
              {!phone && t`Sync`}
            </Link>
          )}
          {edits && (
            <Link
              to="/templates/add"
              search={{}}
              className={buttonClass({ variant: 'filled' })}
              aria-label={t`New template`}
            >
              <IconPlus {...smallIcon} />
              {!phone && t`New template`}
            </Link>
          )}
        </PageBar>
        <PageBody>
          {state.kind === 'problem' ? (
            <ProblemState title={t`Couldn’t load the templates`} error={state.error} onRetry={state.onRetry} />
          ) : state.kind === 'loading' ? (
            <Skeleton shape="table" label={t`Loading templates`} count={6} />
          ) : (
            <div className={styles.home}>
              {phone && <div className={styles.search}>{search}</div>}
              {wanted !== '' ? (
                <OverviewResults search={wanted} templates={templates} replies={replies} table={table} />
              ) : (
                <>
                  {!edits && <PermissionNote right="templates.edit" />}
                  <TemplateProblems templates={templates} usage={usage} />
                  <h2 className={styles.heading}>
                    {t`All templates`} <span>{i18n.number(count)}</span>
                  </h2>
                  <KindCards templates={templates} replies={replies} />
                  {recent.length > 0 && (
                    <>
                      <h2 className={styles.heading}>
                        {t`Recently used`} <span>{t`Last 30 days`}</span>
                      </h2>
                      <div className={styles.table}>
                        <TemplateTable label={t`Recently used`} table={table} templates={recent} />
                      </div>
                    </>
                  )}
                  {recentReplies.length > 0 && (
                    <>
                      <h2 className={styles.heading}>
                        {t`Recently used replies`} <span>{t`Last 30 days`}</span>
                      </h2>
                      <div className={styles.table}>
                        <ReplyTable label={t`Recently used replies`} replies={recentReplies} />
                      </div>
                    </>
                  )}
                </>
              )}
            </div>
          )}
        </PageBody>
      </Page>
    </>
  );
}

function recentlyUsed<R>(rows: readonly R[], lastUse: (row: R) => string | null): R[] {
  const since = new Date(Date.now() - recentMs).toISOString();
  return rows
    .filter((row) => (lastUse(row) ?? '') > since)
    .toSorted((a, b) => (lastUse(b) ?? '').localeCompare(lastUse(a) ?? ''))
    .slice(0, 10);
}
