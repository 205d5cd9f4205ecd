import { useLingui } from '@lingui/react/macro';
import type { ImportSource } from '@parley/contract/types';
import { IconPlayerPause, IconPlayerPlay, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { smallIcon } from '../../../ui/icon.ts';
import { SidePanel } from '../../../ui/layer/side-panel.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { toast } from '../../../ui/toast.ts';
import { changeSource, isInProgress, runSource } from '../data/sources.ts';
import { RunList } from './run-list.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { SourceSettings } from './source-settings.tsx';
import styles from './sources.module.css';
import { useScheduleText } from './use-schedule-text.ts';

export type SourcesPanelProps = { sources: readonly ImportSource[]; onClose: () => void };

/** The CSV addresses of the account, one at a time. */
export function SourcesPanel({ sources, onClose }: SourcesPanelProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const source = sources.find(({ id }) => id === chosen) ?? sources[0];
  const add = (
    <Button variant={source === undefined ? 'filled' : 'outlined'} onClick={() => setAdding(true)}>
      <IconPlus {...smallIcon} />
      {t`Add address`}
    </Button>
  );
  return (
    <>
      <SidePanel title={t`Scheduled CSV imports`} size="md" onClose={onClose}>
        {source === undefined ? (
          <EmptyState title={t`No CSV addresses yet`} actions={add}>
            <p>{t`Import contacts from a CSV address on a schedule.`}</p>
          </EmptyState>
        ) : (
          <div className={styles.panel}>
            <div className={styles.choice}>
              <SelectField
                label={t`CSV address`}
                choices={sources.map(({ id, name }) => ({ value: id, label: name }))}
                value={source.id}
                onChange={(id) => setChosen(id === '' ? source.id : id)}
              />
              {add}
            </div>
            <OneSource key={source.id} source={source} onRemoved={() => setChosen(null)} />
          </div>
        )}
      </SidePanel>
      {adding && <SourceDialog source={null} onSaved={setChosen} onClose={() => setAdding(false)} />}
    </>
  );
}

type View = 'runs' | 'settings';

function OneSource({ source, onRemoved }: { source: ImportSource; onRemoved: () => void }) {
  const { t } = useLingui();
  const [view, setView] = useState<View>('runs');
  const { next } = useScheduleText(source);
  return (
    <>
      <p className={styles.address} dir="ltr">
        {source.url}
      </p>
      <Actions source={source} />
      {source.state === 'active' ? (
        <p className={styles.quiet}>{next}</p>
      ) : (
        <Banner tone="warn">
          {source.pause_reason === 'failing'
            ? t`Paused after 5 failed runs in a row. Fix the cause below, then resume.`
            : t`Paused. Contacts are imported again when you resume.`}
        </Banner>
      )}
      <Tabs<View>
        label={source.name}
        tabs={[
          { value: 'runs', label: t`Runs` },
          { value: 'settings', label: t`Settings` },
        ]}
        value={view}
        onChange={setView}
      >
        {view === 'runs' ? <RunList source={source} /> : <SourceSettings source={source} onRemoved={onRemoved} />}
      </Tabs>
    </>
  );
}

function Actions({ source }: { source: ImportSource }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const [busy, setBusy] = useState<'run' | 'pause' | null>(null);
  const paused = source.state === 'paused';
  const act = async (which: 'run' | 'pause', call: () => Promise<void>, done: string) => {
    setBusy(which);
    try {
      await call();
      toast({ message: done });
    } catch (error) {
      toast({ message: serverText(error) });
    }
    setBusy(null);
  };
  const toggle = () => changeSource(source.id, { state: paused ? 'active' : 'paused' });
  return (
    <div className={styles.actions}>
      <Button
        size="sm"
        busy={busy === 'run' || isInProgress(source.last_run)}
        onClick={() => void act('run', () => runSource(source.id), t`Run started`)}
      >
        <IconRefresh {...smallIcon} />
        {t`Run now`}
      </Button>
      <Button
        size="sm"
        busy={busy === 'pause'}
        onClick={() => void act('pause', toggle, paused ? t`Schedule resumed` : t`Schedule paused`)}
      >
        {paused ? <IconPlayerPlay {...smallIcon} /> : <IconPlayerPause {...smallIcon} />}
        {paused ? t`Resume` : t`Pause`}
      </Button>
    </div>
  );
}
