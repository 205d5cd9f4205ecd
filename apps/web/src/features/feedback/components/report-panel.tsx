import { useLingui } from '@lingui/react/macro';
import type { BugReportDetail } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { TextField } from '../../../ui/field.tsx';
import { FormError } from '../../../ui/form.tsx';
import { SidePanel } from '../../../ui/layer/side-panel.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { useFindUser } from '../../sync/public.ts';
import { changeReport, deliverAgain, useReport, useScreenshot } from '../data/reports.ts';
import { useReceiver } from '../data/use-receiver.ts';
import styles from './feedback.module.css';
import { ReportState } from './report-state.tsx';
import { severityLabels, stateLabels } from './report-words.ts';

/** One report with everything that was sent; Admins change its state. */
export function ReportPanel({ id, manages, onClose }: { id: string; manages: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { data: report, error, refetch } = useReport(id);
  const title = report === undefined ? t`Report` : t`Report #${report.number}`;
  return (
    <SidePanel title={title} size="md" onClose={onClose}>
      {report !== undefined && <Content report={report} manages={manages} />}
      {report === undefined && error !== null && (
        <ProblemState title={t`Couldn’t load the report`} error={error} onRetry={() => void refetch()} />
      )}
      {report === undefined && error === null && <Skeleton shape="text" label={t`Reading`} count={4} />}
    </SidePanel>
  );
}

function Content({ report, manages }: { report: BugReportDetail; manages: boolean }) {
  const { t, i18n } = useLingui();
  const { exact } = useTimeLabels();
  const findUser = useFindUser();
  const { details, conversation } = report;
  return (
    <div className={styles.report}>
      <p className={styles.whole}>{report.what_happened}</p>
      {report.expected !== null && (
        <>
          <h3>{t`Expected`}</h3>
          <p className={styles.whole}>{report.expected}</p>
        </>
      )}
      {manages ? <StateForm key={report.state_note} report={report} /> : <StateFacts report={report} />}
      <Delivery report={report} manages={manages} />
      <dl className={styles.facts}>
        <dt>{t`Impact`}</dt>
        <dd>{i18n._(severityLabels[report.severity])}</dd>
        <dt>{t`Reported by`}</dt>
        <dd>
          <bdi>{findUser(report.created_by)?.name ?? t`Former member`}</bdi>
        </dd>
        <dt>{t`Reply to`}</dt>
        <dd>{report.reply_to ?? t`No reply wanted`}</dd>
        <dt>{t`Sent`}</dt>
        <dd>{exact(report.created_at)}</dd>
      </dl>
      {Array.from({ length: report.screenshots }, (_, position) => (
        <Picture key={`${report.id}-${String(position)}`} reportId={report.id} position={position} />
      ))}
      {conversation && <Raw title={t`Customer data`} content={conversation} />}
      {details && <Raw title={t`Technical details`} content={details} />}
    </div>
  );
}

function StateFacts({ report }: { report: BugReportDetail }) {
  return (
    <p className={styles.head}>
      <ReportState report={report} />
      <span>{report.state_note}</span>
    </p>
  );
}

function StateForm({ report }: { report: BugReportDetail }) {
  const { t, i18n } = useLingui();
  const words = useServerErrorMessage();
  const [note, setNote] = useState(report.state_note ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  // The state being saved is shown at once; a failed save shows the stored one again.
  const [savingState, setSavingState] = useState<BugReportDetail['state'] | null>(null);
  const save = async (change: Parameters<typeof changeReport>[1]) => {
    setProblem(null);
    setSavingState(change.state ?? null);
    try {
      await changeReport(report.id, change);
      toast({ message: t`Report #${report.number} updated` });
    } catch (error) {
      setProblem(words(error));
    }
    setSavingState(null);
  };
  const states = (['received', 'in_progress', 'fixed', 'closed'] as const).map((value) => ({
    value,
    label: i18n._(stateLabels[value]),
  }));
  return (
    <div className={styles.group}>
      <span className={styles.label}>{t`State`}</span>
      <Segments
        size="sm"
        label={t`State`}
        segments={states}
        value={savingState ?? report.state}
        onChange={(state) => void save({ state })}
      />
      <form
        className={styles.noteForm}
        onSubmit={(event) => {
          event.preventDefault();
          void save({ state_note: note.trim() === '' ? null : note.trim() });
        }}
      >
        <TextField
          label={t`Note to the reporter`}
          note={t`optional`}
          maxLength={300}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {note !== (report.state_note ?? '') && <Button type="submit">{t`Save note`}</Button>}
      </form>
      <FormError>{problem}</FormError>
    </div>
  );
}

function Delivery({ report, manages }: { report: BugReportDetail; manages: boolean }) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const [problem, setProblem] = useState<string | null>(null);
  const { state, issue_url: issue, error } = report.delivery;
  const to = useReceiver(report.delivery.destination, report.delivery.sent_to);
  const texts = {
    none: t`Stored in this account.`,
    waiting: t`On its way to ${to}.`,
    delivered: t`Delivered to ${to}.`,
    failed: t`Not delivered to ${to}.`,
  };
  const again = () =>
    deliverAgain(report.id).then(
      () => setProblem(null),
      (refusal: unknown) => setProblem(words(refusal)),
    );
  return (
    <div className={styles.group}>
      <p className={state === 'failed' ? styles.bad : styles.quiet} role="status">
        {texts[state]} {error}
      </p>
      {issue !== null && (
        <a className={styles.issue} href={issue} target="_blank" rel="noopener noreferrer">
          {t`Open the issue`}
        </a>
      )}
      {manages && state === 'failed' && (
        <span>
          <Button size="sm" onClick={() => void again()}>
            {t`Send again`}
          </Button>
        </span>
      )}
      <FormError>{problem}</FormError>
    </div>
  );
}

function Picture({ reportId, position }: { reportId: string; position: number }) {
  const { t } = useLingui();
  const { data: url, error } = useScreenshot(reportId, position);
  if (error !== null) return <p className={styles.quiet}>{t`Couldn’t load screenshot ${position + 1}.`}</p>;
  if (url === undefined) return <Skeleton shape="text" label={t`Reading`} count={2} />;
  return (
    <a href={url} target="_blank" rel="noopener">
      <img className={styles.picture} src={url} alt={t`Screenshot ${position + 1}`} />
    </a>
  );
}

function Raw({ title, content }: { title: string; content: object }) {
  return (
    <Disclosure className={styles.raw} title={title}>
      <pre>{JSON.stringify(content, null, 2)}</pre>
    </Disclosure>
  );
}
