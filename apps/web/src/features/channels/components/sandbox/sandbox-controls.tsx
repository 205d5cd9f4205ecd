import { useLingui } from '@lingui/react/macro';
import type { SandboxFaults } from '@parley/contract/types';
import { useId } from 'react';
import { dateFormat } from '../../../../platform/date-format.ts';
import { channelNow, useNow } from '../../../../platform/use-now.ts';
import { Button } from '../../../../ui/button.tsx';
import { Switch } from '../../../../ui/checkbox.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import type { Sandbox, SandboxFacts } from '../../data/sandbox/use-sandbox.ts';
import { SandboxContactsSection } from './sandbox-contacts-section.tsx';
import styles from './sandbox-controls.module.css';
import { TestPhonesSection } from './test-phones.tsx';
import { TrafficSection } from './traffic-section.tsx';

const hourMs = 3_600_000;
const slowAfterMs = 8_000;
const slowMs = 3_000;

export type SandboxControlsProps = {
  facts: SandboxFacts;
  sandbox: Pick<Sandbox, 'moveClock' | 'setFaults' | 'noteFaults' | 'setContactCount'>;
  /** Polls the traffic while the page is visible. */
  visible: boolean;
};

/** The sandbox controls: clock, simulated failures, sandbox contacts, test phones, traffic. */
export function SandboxControls({ facts, sandbox, visible }: SandboxControlsProps) {
  const { t } = useLingui();
  return (
    <section className={styles.controls} aria-label={t`Clock and faults`}>
      <ClockSection facts={facts} onMove={sandbox.moveClock} />
      <SendFaults faults={facts.faults} onChange={sandbox.setFaults} />
      <LineFaults faults={facts.faults} onChange={sandbox.setFaults} />
      <SandboxContactsSection contactCount={facts.people} onCount={sandbox.setContactCount} />
      <TestPhonesSection visible={visible} />
      <TrafficSection visible={visible} onFaults={sandbox.noteFaults} />
    </section>
  );
}

function ClockSection({ facts, onMove }: { facts: SandboxFacts; onMove: (offsetMs: number) => void }) {
  const { t, i18n } = useLingui();
  const { channel } = facts;
  const offset = channel.clock_offset_ms;
  const now = new Date(channelNow(useNow(), channel));
  const words = dateFormat(i18n.locale, {
    ...({ weekday: 'short', day: 'numeric', month: 'short' } as const),
    ...({ hour: '2-digit', minute: '2-digit' } as const),
  }).format(now);
  const hours = i18n.number(Math.abs(offset) / hourMs, { maximumFractionDigits: 1 });
  return (
    <div className={styles.section}>
      <h2>{t`Clock`}</h2>
      <p className={styles.clock}>{words}</p>
      <p className={styles.quiet} role="status">
        {offset === 0
          ? t`The real time`
          : offset > 0
            ? t`${hours} hours ahead of the real time`
            : t`${hours} hours behind the real time`}
      </p>
      <p className={styles.row}>
        {[1, 23, 25].map((each) => (
          <Button key={each} size="sm" onClick={() => onMove(offset + each * hourMs)}>
            {t`+ ${each} h`}
          </Button>
        ))}
        <Button size="sm" variant="plain" className={styles.end ?? ''} blocked={offset === 0} onClick={() => onMove(0)}>
          {t`Back to now`}
        </Button>
      </p>
    </div>
  );
}

type FaultProps = { faults: SandboxFaults; onChange: (faults: Partial<SandboxFaults>) => void };

function SendFaults({ faults, onChange }: FaultProps) {
  const { t } = useLingui();
  const name = useId();
  const choices: [number | null, string][] = [
    [null, t`Nothing`],
    [131026, t`Can’t receive`],
    [131049, t`Too many marketing messages`],
    [130429, t`Sent too fast`],
    [132015, t`Template paused`],
  ];
  return (
    <fieldset className={styles.section}>
      <h2>{t`Next send fails with`}</h2>
      {choices.map(([code, words]) => (
        <label key={words} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={faults.next_send_error === code}
            onChange={() => onChange({ next_send_error: code })}
          />
          <span>{words}</span>
          {code !== null && <span className={styles.code}>{code}</span>}
        </label>
      ))}
    </fieldset>
  );
}

function LineFaults({ faults, onChange }: FaultProps) {
  const { t } = useLingui();
  const network = faults.network_off ? 'off' : faults.network_delay_ms > 0 ? 'slow' : 'on';
  return (
    <>
      <div className={styles.section}>
        <h2>{t`Webhooks`}</h2>
        <div className={styles.switches}>
          <Switch checked={faults.late_ms > 0} onChange={(on) => onChange({ late_ms: on ? slowAfterMs : 0 })}>
            {t`Late by 8 s`}
          </Switch>
          <Switch checked={faults.duplicate} onChange={(duplicate) => onChange({ duplicate })}>
            {t`Delivered twice`}
          </Switch>
          <Switch checked={faults.disorder} onChange={(disorder) => onChange({ disorder })}>
            {t`Out of order`}
          </Switch>
        </div>
      </div>
      <div className={styles.section}>
        <h2>{t`Network`}</h2>
        <Segments
          label={t`Network between the team and WhatsApp`}
          value={network}
          segments={[
            { value: 'on', label: t`On` },
            { value: 'slow', label: t`Slow` },
            { value: 'off', label: t`Off` },
          ]}
          onChange={(chosen) =>
            onChange({ network_off: chosen === 'off', network_delay_ms: chosen === 'slow' ? slowMs : 0 })
          }
        />
      </div>
    </>
  );
}
