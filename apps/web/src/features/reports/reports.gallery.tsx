import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { CustomDays } from './components/custom-days.tsx';
import { ReportView } from './components/report-view.tsx';
import { readAddress } from './data/report-address.ts';
import { sampleEmptyReport, sampleReport } from './data/sample-report.ts';

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'reports-charts', title: t`A report`, states: <Sample report={sampleReport} /> },
    { id: 'reports-tables', title: t`A report as tables`, states: <Sample report={sampleReport} tables /> },
    { id: 'reports-empty', title: t`A report without figures`, states: <Sample report={sampleEmptyReport} /> },
    { id: 'reports-days', title: t`Days of a report`, states: <Days /> },
  ];
}

function Sample({ report, tables = false }: { report: typeof sampleReport; tables?: boolean }) {
  const address = { ...readAddress({}), tables };
  return <ReportView report={report} address={address} change={() => undefined} stale={false} editsRates />;
}

function Days() {
  const [chosen, setChosen] = useState({ from: '2026-11-02', to: '2026-11-15' });
  return <CustomDays {...chosen} onChoose={(from, to) => setChosen({ from, to })} />;
}
