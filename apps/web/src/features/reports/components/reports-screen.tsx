import { useLingui } from '@lingui/react/macro';
import type { SavedReport } from '@parley/contract/types';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ExportMenu } from '../../../ui/export-menu.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { useBelow } from '../../../ui/use-media.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { useRefusal } from '../../team/public.ts';
import { type ReportAddress, useReportAddress } from '../data/report-address.ts';
import { downloadConversations, downloadReport, useReport } from '../data/report-query.ts';
import { useSavedReports } from '../data/saved-reports-query.ts';
import { ReportFilters } from './report-filters.tsx';
import { ReportView } from './report-view.tsx';
import { ReportsSubPanel } from './reports-sub-panel.tsx';
import { SavedReportDialog } from './saved-report-dialog.tsx';

/** The figures of a period. */
export function ReportsScreen() {
  const { t } = useLingui();
  const { data: savedReports } = useSavedReports();
  const { address, change } = useReportAddress(savedReports);
  const { data: report, error, isError, isPlaceholderData, refetch } = useReport(address);
  const times = useTimeLabels();
  const editsRates = useRefusal('account.edit') === null;
  const updatedAt = report && times.clock(report.generated_at);
  const saved = savedReports?.find(({ id }) => id === address?.saved) ?? null;
  return (
    <>
      <ReportsSubPanel saved={savedReports ?? []} chosen={saved?.id ?? null} />
      <Page label={t`Reports`}>
        <PageBar
          title={saved?.name ?? t`Overview`}
          note={updatedAt && t`Updated ${updatedAt}`}
          start={<SubPanelButton label={t`Report sections`} />}
        >
          {address !== null && savedReports !== undefined && (
            <SaveButton key={saved?.id} saved={saved} address={address} change={change} />
          )}
          {address !== null && <ExportButton address={address} />}
        </PageBar>
        {address !== null && <ReportFilters address={address} change={change} report={report} />}
        <PageBody>
          {isError && report === undefined ? (
            <ProblemState title={t`Couldn’t load the report`} error={error} onRetry={() => void refetch()} />
          ) : report === undefined || address === null ? (
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

type SaveButtonProps = {
  saved: SavedReport | null;
  address: ReportAddress;
  change: (part: Partial<ReportAddress>) => void;
};

/** Saves what is shown, or changes the saved report that was opened. */
function SaveButton({ saved, address, change }: SaveButtonProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const phone = useBelow('md');
  const label = saved === null ? t`Save report` : t`Edit report`;
  const close = () => setOpen(false);
  const choose = (id: string | null) => {
    close();
    change({ saved: id });
  };
  return (
    <>
      {phone ? (
        <IconButton label={label} onClick={() => setOpen(true)}>
          <IconBookmark {...icon} />
        </IconButton>
      ) : (
        <Button onClick={() => setOpen(true)}>
          <IconBookmark {...smallIcon} />
          {label}
        </Button>
      )}
      {open && (
        <SavedReportDialog
          saved={saved}
          address={address}
          onSaved={choose}
          onDeleted={() => choose(null)}
          onClose={close}
        />
      )}
    </>
  );
}

function ExportButton({ address }: { address: ReportAddress }) {
  const { t } = useLingui();
  const phone = useBelow('md');
  const refusal = useRefusal('contacts.export');
  if (refusal !== null) return null;
  return (
    <ExportMenu
      short={phone}
      name={t`Figures`}
      save={(format) => downloadReport(address, format)}
      other={{ name: t`Conversations`, save: (format) => downloadConversations(address, format) }}
    />
  );
}
