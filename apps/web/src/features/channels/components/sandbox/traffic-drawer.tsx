import { useLingui } from '@lingui/react/macro';
import type { SandboxTraffic } from '@parley/contract/types';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Drawer } from '../../../../ui/layer/drawer.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { toast } from '../../../../ui/toast.ts';
import { serverMessage } from '../../data/sandbox/server-message.ts';
import { isSend, pretty } from '../../data/sandbox/traffic-text.ts';
import styles from './sandbox-controls.module.css';
import { TrafficFacts } from './traffic-facts.tsx';

type Which = 'all' | 'out' | 'in';

export type TrafficDrawerProps = {
  entries: readonly SandboxTraffic[];
  onReplayed: () => void;
  onClose: () => void;
};

/** For developers: all webhook and API traffic of the sandbox, in full. */
export function TrafficDrawer({ entries, onReplayed, onClose }: TrafficDrawerProps) {
  const { t } = useLingui();
  const [which, setWhich] = useState<Which>('all');
  const shown = entries.filter(({ direction }) => which === 'all' || direction === which);
  return (
    <Drawer title={t`Traffic`} size="md" onClose={onClose}>
      <Segments
        label={t`Which traffic`}
        value={which}
        segments={[
          { value: 'all', label: t`All` },
          { value: 'out', label: t`Webhooks` },
          { value: 'in', label: t({ message: 'Calls', context: 'requests' }) },
        ]}
        onChange={setWhich}
      />
      {shown.length === 0 && <p className={styles.quiet}>{t`No traffic yet.`}</p>}
      {shown.map((entry) => (
        <Entry key={entry.cursor} entry={entry} onReplayed={onReplayed} />
      ))}
    </Drawer>
  );
}

function Entry({ entry, onReplayed }: { entry: SandboxTraffic; onReplayed: () => void }) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const replay = async () => {
    setBusy(true);
    try {
      const { status } = await api('POST /api/sandbox/traffic/{cursor}/replay', { params: { cursor: entry.cursor } });
      toast({
        message:
          status === null
            ? t`No one replied.`
            : entry.direction === 'out'
              ? t`Posted again: answered ${status}.`
              : t`Repeated: answered ${status}.`,
      });
      onReplayed();
    } catch (error) {
      toast({ message: serverMessage(error) ?? t`Nothing was repeated. Try again.` });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Disclosure
      look="row"
      className={styles.entry}
      title={
        <span className={styles.line}>
          <TrafficFacts entry={entry} />
          <span className={styles.quiet}>{t`${entry.duration_ms} ms`}</span>
        </span>
      }
    >
      <h3 translate="no">{`${entry.method} ${entry.url}`}</h3>
      {entry.request !== '' && <pre translate="no">{pretty(entry.request)}</pre>}
      {entry.response !== '' && (
        <>
          <h3>{t`Answer`}</h3>
          <pre translate="no">{pretty(entry.response)}</pre>
        </>
      )}
      {entry.replayable && (
        <p className={styles.row}>
          <Button size="sm" busy={busy} onClick={() => void replay()}>
            {entry.direction === 'out' ? t`Post again` : t`Repeat`}
          </Button>
          {isSend(entry) && <span className={styles.quiet}>{t`The customer gets it a second time.`}</span>}
        </p>
      )}
    </Disclosure>
  );
}
