import { useLingui } from '@lingui/react/macro';
import type { SandboxFaults, SandboxTraffic } from '@parley/contract/types';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { TrafficDrawer } from './traffic-drawer.tsx';
import { TrafficFacts } from './traffic-facts.tsx';
import styles from './world.module.css';

/** So often the newest are asked for while the page is seen. */
const lookMs = 2_000;
const shown = 6;

type OnFaults = (faults: SandboxFaults, lookedAtMs: number) => void;

/** The last things that went over the line; all of them are one press away. */
export function TrafficSection({ visible, onFaults }: { visible: boolean; onFaults: OnFaults }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { entries, look } = useTraffic(visible, onFaults);
  return (
    <div className={styles.section}>
      <h2>
        {t`Traffic`}
        <button type="button" className={styles.plain} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t`Open`}
        </button>
      </h2>
      {entries.length === 0 ? (
        <p className={styles.quiet}>{t`Calls and webhooks stand here as they go.`}</p>
      ) : (
        <ol className={styles.log}>
          {entries.slice(0, shown).map((entry) => (
            <li key={entry.cursor}>
              <TrafficFacts entry={entry} />
            </li>
          ))}
        </ol>
      )}
      {open && <TrafficDrawer entries={entries} onReplayed={look} onClose={() => setOpen(false)} />}
    </div>
  );
}

function useTraffic(visible: boolean, onFaults: OnFaults): { entries: readonly SandboxTraffic[]; look: () => void } {
  const [entries, setEntries] = useState<readonly SandboxTraffic[]>([]);
  const [asked, setAsked] = useState(0);
  const tell = useRef(onFaults);
  tell.current = onFaults;
  useEffect(() => {
    if (!visible || asked < 0) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      try {
        const lookedAtMs = Date.now();
        const { data, faults } = await api('GET /api/sandbox/traffic', {}, { signal: leaving.signal });
        setEntries(data);
        tell.current(faults, lookedAtMs);
      } catch {
        // What is there stays; the next look may work.
      }
      if (!leaving.signal.aborted) timer = setTimeout(() => void look(), lookMs);
    };
    void look();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [visible, asked]);
  return { entries, look: () => setAsked((count) => count + 1) };
}
