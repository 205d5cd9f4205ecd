import { useLingui } from '@lingui/react/macro';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { useBelow } from '../../../ui/use-media.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { useRefusal } from '../../team/public.ts';
import { type ReportAddress, useReportAddress } from '../data/report-address.ts';
import { downloadReport, useReport } from '../data/report-query.ts';
import { ReportFilters } from './report-filters.tsx';
import { ReportView } from './report-view.tsx';
import { ReportsSubPanel } from './reports-sub-panel.tsx';

/** The figures of a period. */
export function ReportsScreen() {
  const { t } = useLingui();
  const { address, change } = useReportAddress();
  const { data: report, error, isError, isPlaceholderData, refetch } = useReport(address);
  const times = useTimeLabels();
  const editsRates = useRefusal('account.edit') === null;
  const updatedAt = report && times.clock(report.generated_at);
  return (
    <>
      <ReportsSubPanel />
      <Page label={t`Reports`}>
        <PageBar
          title={t`Overview`}
          note={updatedAt && t`Updated ${updatedAt}`}
          start={<SubPanelButton label={t`Report sections`} />}
        >
          <ExportButton address={address} />
        </PageBar>
        <ReportFilters address={address} change={change} report={report} />
        <PageBody>
          {isError && report === undefined ? (
            <ProblemState title={t`Couldn't load the report`} error={error} onRetry={() => void refetch()} />
          ) : report === undefined ? (
            <Skeleton shape="table" label={t`Loading the report`} count={8} />
          ) : (
            <ReportView
              report={report}
              address={address}
              change={change}
              stale={isPlaceholderData}
              editsRates={editsRates}
            />
          )}
        </PageBody>
      </Page>
    </>
  );
}

function ExportButton({ address }: { address: ReportAddress }) {
  const phone = useBelow('md');
  const refusal = useRefusal('contacts.export');
  if (refusal !== null) return null;
  return <ExportMenu short={phone} save={(format) => downloadReport(address, format)} />;
}
