import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { LiveScope, useRefusal } from '../../team/public.ts';
import styles from '../components/feedback.module.css';
import { ReportEditor } from '../components/report-editor.tsx';
import { ReportList } from '../components/report-list.tsx';
import { ReportPanel } from '../components/report-panel.tsx';
import { refresh } from '../data/report-queue.ts';

type View = 'new' | 'mine' | 'all';

/** `/bug-reporting`; `?show=mine|all` lists reports, `&report=<id>` opens one. */
export function BugReportingPage() {
  return (
    <LiveScope>
      <BugReporting />
    </LiveScope>
  );
}

function BugReporting() {
  const { t } = useLingui();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const manages = useRefusal('feedback.manage') === null;
  useEffect(() => void refresh(), []);
  const view: View = search['show'] === 'mine' ? 'mine' : search['show'] === 'all' && manages ? 'all' : 'new';
  const opened = typeof search['report'] === 'string' ? search['report'] : null;
  const show = (next: View, report?: string) =>
    void navigate({
      to: '/bug-reporting',
      search: { ...(next === 'new' ? {} : { show: next }), ...(report === undefined ? {} : { report }) },
    });
  const views = [
    { value: 'new' as const, label: t`New report` },
    { value: 'mine' as const, label: t`My reports` },
    ...(manages ? [{ value: 'all' as const, label: t`All reports` }] : []),
  ];
  const tabs = <Segments label={t`View`} segments={views} value={view} onChange={(next) => show(next)} />;
  return (
    <>
      <Page scroll="document">
        <PageBar title={t`Report a bug`} start={<SubPanelButton label={t`Settings pages`} />} />
        <PageBody>
          {view === 'new' ? (
            <ReportEditor onSent={() => show('mine')} onShowAll={() => show('mine')} onOpen={(id) => show('mine', id)}>
              <div>{tabs}</div>
            </ReportEditor>
          ) : (
            <>
              <div className={styles.views}>{tabs}</div>
              <ReportList
                key={view}
                of={view === 'mine' ? 'me' : 'all'}
                onOpen={(id) => show(view, id)}
                onNew={() => show('new')}
              />
            </>
          )}
        </PageBody>
      </Page>
      {opened !== null && view !== 'new' && (
        <ReportPanel key={opened} id={opened} manages={manages} onClose={() => show(view)} />
      )}
    </>
  );
}
