import { useLingui } from '@lingui/react/macro';
import type { BugReport } from '@parley/contract/types';
import { Badge } from '../../../ui/badge.tsx';
import { stateLabels, stateTones } from './report-words.ts';

/** Where a report stands. */
export function ReportState({ report }: { report: Pick<BugReport, 'state'> }) {
  const { i18n } = useLingui();
  return <Badge tone={stateTones[report.state]}>{i18n._(stateLabels[report.state])}</Badge>;
}
