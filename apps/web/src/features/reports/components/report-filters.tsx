import { useLingui } from '@lingui/react/macro';
import { isAtLeast } from '@parley/contract/permissions';
import { reportPeriods } from '@parley/contract/reports';
import type { Report, ReportPeriod } from '@parley/contract/types';
import { IconCalendar, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ChipButton } from '../../../ui/chip.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { Menu } from '../../../ui/layer/menu.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { FilterBar } from '../../../ui/table/table-bars.tsx';
import { useAccess, useRows } from '../../sync/public.ts';
import { FilterMenu } from '../../team/public.ts';
import { isFiltered, type ReportAddress } from '../data/report-address.ts';
import { useReportLabels } from '../data/use-report-labels.ts';
import { CustomDays } from './custom-days.tsx';

export type ReportFiltersProps = {
  address: ReportAddress;
  change: (part: Partial<ReportAddress>) => void;
  report: Report | undefined;
};

/** Period, channel, member and group, and whether the figures are charts or tables. */
export function ReportFilters({ address, change, report }: ReportFiltersProps) {
  const { t } = useLingui();
  const leads = isAtLeast(useAccess().role, 'Admin');
  const channels = useRows('channels');
  const groups = useRows('user_groups');
  const users = useRows('users');
  const named = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
  return (
    <FilterBar
      end={
        <Segments
          size="sm"
          label={t`Show figures as`}
          segments={[
            { value: 'charts', label: t`Charts` },
            { value: 'tables', label: t`Tables` },
          ]}
          value={address.tables ? 'tables' : 'charts'}
          onChange={(choice) => change({ tables: choice === 'tables' })}
        />
      }
    >
      <PeriodChoice address={address} change={change} report={report} />
      {channels.length > 1 && (
        <FilterMenu
          label={t`Channel`}
          choices={channels.map(({ id, channel_label: label }) => ({ value: id, label }))}
          value={address.channelId}
          onChange={(channelId) => change({ channelId })}
        />
      )}
      {leads && (
        <FilterMenu
          label={t`Assigned to`}
          choices={users.map(named)}
          value={address.memberId}
          onChange={(memberId) => change({ memberId })}
        />
      )}
      {groups.length > 0 && (
        <FilterMenu
          label={t`Group`}
          choices={groups.map(named)}
          value={address.groupId}
          onChange={(groupId) => change({ groupId })}
        />
      )}
      {isFiltered(address) && (
        <Button
          size="sm"
          variant="plain"
          onClick={() => change({ channelId: null, memberId: null, groupId: null })}
        >{t`Clear filters`}</Button>
      )}
    </FilterBar>
  );
}

function PeriodChoice({ address, change, report }: ReportFiltersProps) {
  const { t } = useLingui();
  const labels = useReportLabels();
  const [choosing, setChoosing] = useState(false);
  const names: Record<ReportPeriod, string> = {
    today: t`Today`,
    '7d': t`Last 7 days`,
    '30d': t`Last 30 days`,
    '90d': t`Last 90 days`,
    '12m': t`Last 12 months`,
  };
  const custom = address.from !== null && address.to !== null;
  const entry = (id: string, label: string, chosen: boolean, run: () => void) => ({
    id,
    label,
    icon: chosen ? <IconCheck {...icon} /> : <span style={{ inlineSize: 18 }} />,
    run,
  });
  const current = custom ? labels.span(address.from ?? '', address.to ?? '') : names[address.period];
  const days = report && !custom ? labels.span(report.from, report.to) : null;
  return (
    <>
      <Menu
        label={t`Period`}
        align="start"
        groups={[
          reportPeriods.map((period) =>
            entry(period, names[period], !custom && address.period === period, () => {
              setChoosing(false);
              change({ period, from: null, to: null });
            }),
          ),
          [entry('custom', t`Choose days`, custom, () => setChoosing(true))],
        ]}
        button={(props) => (
          <ChipButton {...props} look="on" data-tip={days ?? undefined}>
            <IconCalendar {...smallIcon} />
            {t`Period: ${current}`}
            <IconChevronDown {...smallIcon} />
          </ChipButton>
        )}
      />
      {(choosing || custom) && report && (
        <CustomDays
          key={`${address.from} ${address.to}`}
          from={address.from ?? report.from}
          to={address.to ?? report.to}
          onChoose={(from, to) => change({ from, to })}
        />
      )}
    </>
  );
}
