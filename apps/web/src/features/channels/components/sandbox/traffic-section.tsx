import { useLingui } from '@lingui/react/macro';
import type { SandboxFaults, SandboxTraffic } from '@parley/contract/types';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import styles from './sandbox-controls.module.css';
import { TrafficDrawer } from './traffic-drawer.tsx';
import { TrafficFacts } from './traffic-facts.tsx';

/** Poll interval for the latest traffic while the page is visible. */
const pollMs = 2_000;
const shown = 6;

type OnFaults = (faults: SandboxFaults, lookedAtMs: number) => void;

/** The latest traffic; a button opens all of it. */
export function TrafficSection({ visible, onFaults }: { visible: boolean; onFaults: OnFaults }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { entries, poll } = useTraffic(visible, onFaults);
  return (
    <div className={styles.section}>
      <h2>
        {t`Traffic`}
        <button type="button" className={styles.plain} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t`Open`}
        </button>
      </h2>
      {entries.length === 0 ? (
        <p className={styles.quiet}>{t`Calls and webhooks appear here.`}</p>
      ) : (
        <ol className={styles.log}>
          {entries.slice(0, shown).map((entry) => (
            <li key={entry.cursor}>
              <TrafficFacts entry={entry} />
            </li>
          ))}
        </ol>
      )}
      {open && <TrafficDrawer entries={entries} onReplayed={poll} onClose={() => setOpen(false)} />}
    </div>
  );
}

function useTraffic(visible: boolean, onFaults: OnFaults): { entries: readonly SandboxTraffic[]; poll: () => void } {
  const [entries, setEntries] = useState<readonly SandboxTraffic[]>([]);
  const [asked, setAsked] = useState(0);
  const tell = useRef(onFaults);
  tell.current = onFaults;
  useEffect(() => {
    if (!visible || asked < 0) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async () => {
      try {
        const lookedAtMs = Date.now();
        const { data, faults } = await api('GET /api/sandbox/traffic', {}, { signal: leaving.signal });
        setEntries(data);
        tell.current(faults, lookedAtMs);
      } catch {
        // The shown traffic stays; the next poll tries again.
      }
      if (!leaving.signal.aborted) timer = setTimeout(() => void poll(), pollMs);
    };
    void poll();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [visible, asked]);
  return { entries, poll: () => setAsked((count) => count + 1) };
}
