import { useLingui } from '@lingui/react/macro';
import type { Report } from '@parley/contract/types';
import { IconFlask, IconRefresh } from '@tabler/icons-react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { icon } from '../../../ui/icon.ts';
import { isFiltered, type ReportAddress, ratingFilterOf } from '../data/report-address.ts';
import { useReportLabels } from '../data/use-report-labels.ts';
import { AdsFigure } from './ads-figure.tsx';
import { BandsFigure } from './bands-figure.tsx';
import { BroadcastCosts } from './broadcast-costs.tsx';
import { BusyHours } from './busy-hours.tsx';
import { BacklogFigure, BroadcastsFigure, HoursFigure, MessagesFigure } from './chart-figures.tsx';
import { KeyFigures } from './key-figures.tsx';
import { RatingAverages, RatingsFigure } from './ratings-figure.tsx';
import styles from './reports.module.css';
import { SpendFigure, SpendTable } from './spend-figure.tsx';
import { TargetFigures } from './targets-figure.tsx';
import { TimesFigure } from './times-figure.tsx';

export type ReportViewProps = {
  report: Report;
  address: ReportAddress;
  change: (part: Partial<ReportAddress>) => void;
  /** Others are being read. */
  stale: boolean;
  /** Whether the reader may change the rates. */
  editsRates: boolean;
};

export function ReportView({ report, address, change, stale, editsRates }: ReportViewProps) {
  const { t } = useLingui();
  const { tables } = address;
  const { spend } = report;
  const sent = report.broadcasts?.some(({ broadcasts }) => broadcasts > 0) ?? false;
  return (
    <div className={styles.report} aria-busy={stale} data-stale={stale || undefined}>
      {report.sandbox && (
        <Banner icon={<IconFlask {...icon} />}>{t`Sandbox data: no messages from real customers.`}</Banner>
      )}
      {report.recount !== null && <RecountBanner recount={report.recount} />}
      <KeyFigures report={report} />
      {isEmpty(report) ? (
        <div className={styles.none}>
          <EmptyState
            title={t`No activity in this period`}
            actions={
              isFiltered(address) ? (
                <Button
                  variant="filled"
                  onClick={() => change({ channelId: null, memberId: null, groupId: null })}
                >{t`Clear filters`}</Button>
              ) : (
                <Button
                  variant="filled"
                  onClick={() => change({ period: '12m', from: null, to: null })}
                >{t`Show the last 12 months`}</Button>
              )
            }
          >
            <p>{t`Messages, replies and broadcasts of the period are counted here.`}</p>
          </EmptyState>
        </div>
      ) : (
        <div className={styles.figures}>
          <MessagesFigure report={report} tables={tables} />
          <BacklogFigure report={report} tables={tables} />
          <BandsFigure report={report} kind="first_reply" />
          <BusyHours report={report} />
          <BandsFigure report={report} kind="resolution" />
          <TimesFigure id="team" title={t`By member`} first={t`Name`} rows={report.by_member} nobody={t`No member`} />
          <HoursFigure report={report} tables={tables} />
          {report.by_channel.length > 1 && (
            <TimesFigure title={t`By channel`} first={t`Channel`} rows={report.by_channel} nobody="" />
          )}
          {report.by_group.some(({ id }) => id !== null) && (
            <TimesFigure title={t`By group`} first={t`Group`} rows={report.by_group} nobody={t`No group`} />
          )}
          <TargetFigures address={address} />
          {report.ratings.asked + report.ratings.answered > 0 && (
            <>
              <RatingsFigure report={report} filter={ratingFilterOf(address)} />
              <RatingAverages report={report} filter={ratingFilterOf(address)} />
            </>
          )}
          {report.ads.by_ad.length > 0 && <AdsFigure ads={report.ads} />}
          {spend !== null && (
            <>
              <SpendFigure spend={spend} today={report.to} editsRates={editsRates} />
              {spend.billed > 0 && <SpendTable spend={spend} by="month" />}
              <BroadcastCosts />
              {spend.by_channel.length > 1 && <SpendTable spend={spend} by="channel" />}
            </>
          )}
          {sent && <BroadcastsFigure report={report} tables={tables} />}
        </div>
      )}
    </div>
  );
}

function RecountBanner({ recount: { done, total } }: { recount: NonNullable<Report['recount']> }) {
  const { t } = useLingui();
  const { percent } = useReportLabels();
  const share = percent(total === 0 ? 0 : Math.min(1, Math.floor((100 * done) / total) / 100));
  return (
    <Banner icon={<IconRefresh {...icon} />}>
      {t`The stored messages are being counted again: ${share} so far. Until that is done, figures are too low.`}
    </Banner>
  );
}

function isEmpty({ totals, broadcasts, ratings }: Report): boolean {
  const { received, sent, opened, first_reply, resolution } = totals;
  const parts = [received, sent, opened, first_reply.count, resolution.count, ratings.asked, ratings.answered];
  return [...parts, ...(broadcasts ?? []).map(({ broadcasts: n }) => n)].every((count) => count === 0);
}
