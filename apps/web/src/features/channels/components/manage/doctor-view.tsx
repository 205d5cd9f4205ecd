import { useLingui } from '@lingui/react/macro';
import type { Channel, ChannelHealth, DoctorCheck, DoctorReport } from '@parley/contract/types';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { FormError } from '../../../../ui/form.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { relativeTime } from '../../data/channel-labels.ts';
import type { ChannelTab } from '../../data/channel-tabs.ts';
import { useCallErrorText } from '../../data/use-call-error-text.ts';
import { useHealthChanged } from '../../data/use-health.ts';
import { useSeconds } from '../../data/use-seconds.ts';
import { CheckList } from './check-list.tsx';
import styles from './drawer.module.css';
import { SetupSteps } from './setup-steps.tsx';
import { TestMessage } from './test-message.tsx';

export type DoctorViewProps = {
  channel: Channel;
  /** Undefined while loading. */
  health: ChannelHealth | undefined;
  /** The last report; null when there is none, and then the check starts automatically. */
  report: DoctorReport | null;
  onTab: (tab: ChannelTab) => void;
  /** Opened to send a test message. */
  testing: boolean;
};

/** The report of the health check, and running it again. */
export function DoctorView({ channel, health, report: kept, onTab, testing }: DoctorViewProps) {
  const { t, i18n } = useLingui();
  const doctor = useDoctor(channel.id);
  const nowMs = useSeconds();
  const report = doctor.report ?? kept;
  const actions = useSuggestedActions(channel, doctor, onTab);
  const asked = useRef(false);
  useEffect(() => {
    if (kept !== null || asked.current) return;
    asked.current = true;
    void doctor.check();
  });
  return (
    <>
      <div className={styles.line}>
        <Button onClick={() => void doctor.check()} busy={doctor.busy}>
          {doctor.busy ? t`Checking` : t`Check now`}
        </Button>
        {channel.kind === 'WHATSAPP' && !channel.sandbox && (
          <Button variant="plain" onClick={() => void doctor.connect()} blocked={doctor.busy}>
            {t`Reconnect the webhooks`}
          </Button>
        )}
        {report && (
          <span className={styles.quiet} role="status">
            {t`Checked ${relativeTime(i18n.locale, Math.min(nowMs, Date.parse(report.at)), nowMs)}`}
          </span>
        )}
      </div>
      <FormError>{doctor.problem}</FormError>
      {report === null && doctor.busy && <Skeleton shape="text" label={t`Checking the channel`} count={8} />}
      {report && health && channel.kind === 'WHATSAPP' && !channel.sandbox && (
        <SetupSteps
          channel={channel}
          health={health}
          report={report}
          onTab={onTab}
          onConnect={() => void doctor.connect()}
        />
      )}
      {report && <CheckList checks={report.checks} act={actions} />}
      <TestMessage channel={channel} focused={testing} />
    </>
  );
}

/** The fix of a check, as a button beside it. */
function useSuggestedActions(channel: Channel, doctor: Doctor, onTab: (tab: ChannelTab) => void) {
  const { t } = useLingui();
  return (check: DoctorCheck): { label: string; run: () => void } | null => {
    if (check.state !== 'failed' && check.state !== 'warning') return null;
    if (check.name === 'subscribed') return { label: t`Connect webhooks`, run: () => void doctor.connect() };
    if (check.name === 'state') return { label: t`Resume`, run: () => void doctor.resume() };
    if (channel.sandbox) return null;
    if (ofRegistration.has(check.name)) return { label: t`Open Registration`, run: () => onTab('registration') };
    if (ofSettings.has(check.name)) return { label: t`Open Settings`, run: () => onTab('settings') };
    return null;
  };
}

const ofRegistration = new Set(['verified', 'registered']);
const ofSettings = new Set(['token', 'permissions', 'app_secret', 'earlier_credentials', 'adapter', 'address']);

type Doctor = ReturnType<typeof useDoctor>;

function useDoctor(id: string) {
  const [report, setReport] = useState<DoctorReport | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const callErrorText = useCallErrorText();
  const healthChanged = useHealthChanged();
  const run = async (ask: () => Promise<DoctorReport>) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      setReport(await ask());
      healthChanged();
    } catch (error) {
      setProblem(callErrorText(error));
    } finally {
      setBusy(false);
    }
  };
  const check = () => api('POST /api/channels/{id}/doctor', { params: { id } });
  return {
    report,
    busy,
    problem,
    check: () => run(check),
    connect: () => run(() => api('POST /api/channels/{id}/subscribe', { params: { id } })),
    resume: () =>
      run(async () => {
        await api('PUT /api/channels/{id}', { params: { id }, body: { state: 'ACTIVE' } });
        return check();
      }),
  };
}
