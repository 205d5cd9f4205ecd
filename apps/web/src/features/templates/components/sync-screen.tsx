import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Channel, TemplateChange } from '@parley/contract/types';
import { IconLock, IconRefresh } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRows } from '../../sync/public.ts';
import { PermissionNote, useRefusal } from '../../team/public.ts';
import { useSync, useSyncRuns } from '../data/use-sync.ts';
import { templateChannels } from '../data/use-template-editor.ts';
import styles from './sync.module.css';
import { SyncChanges } from './sync-changes.tsx';
import { SyncDiff } from './sync-diff.tsx';
import { SyncRuns } from './sync-runs.tsx';
import { TemplatesSubPanel } from './templates-sub-panel.tsx';

/** Compares our templates with WhatsApp's and applies the changes. */
export function SyncScreen() {
  const { t } = useLingui();
  const channels = templateChannels(useRows('channels'));
  const navigate = useNavigate();
  /** In the address, so that a reload compares the same number again. */
  const chosen = (useSearch({ strict: false }) as Record<string, unknown>)['channel'];
  const setChosen = (id: string) => void navigate({ to: '/templates/wa-sync', search: { channel: id }, replace: true });
  const channel = channels.find(({ id }) => id === chosen) ?? channels[0];
  const edits = useRefusal('templates.edit') === null;
  const { runs } = useSyncRuns();
  return (
    <>
      <TemplatesSubPanel current="sync" />
      <Page label={t`Sync`}>
        {channel === undefined || !edits ? (
          <>
            <PageBar title={t`Sync`} start={<SubPanelButton label={t`Template pages`} />} />
            <PageBody padded>
              {edits ? (
                <EmptyState
                  title={t`No WhatsApp channel`}
                  actions={
                    <Link to="/channels/add" className={buttonClass({ variant: 'filled' })}>{t`Add channel`}</Link>
                  }
                >
                  <p>{t`Connect a WhatsApp number to sync its templates.`}</p>
                </EmptyState>
              ) : (
                <>
                  <PermissionNote right="templates.edit" />
                  <SyncRuns runs={runs} />
                </>
              )}
            </PageBody>
          </>
        ) : (
          <Comparison key={channel.id} channel={channel} channels={channels} onChannel={setChosen} />
        )}
      </Page>
    </>
  );
}

type ComparisonProps = { channel: Channel; channels: readonly Channel[]; onChannel: (id: string) => void };
const keyOf = ({ name, language }: TemplateChange) => `${name}/${language}`;

function Comparison({ channel, channels, onChannel }: ComparisonProps) {
  const { t } = useLingui();
  const { comparison, state, compare, apply } = useSync(channel.id);
  const { runs } = useSyncRuns();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [openKey, setOpenKey] = useState<string | null>(null);
  useEffect(() => void compare(), [compare]);
  const changes = comparison?.changes ?? [];
  const selected = changes.filter((change) => !left.has(keyOf(change)));
  const open = changes.find((change) => keyOf(change) === openKey) ?? changes[0];
  const busy = state.kind === 'busy';
  const count = selected.length;
  const run = async () => {
    const done = await apply(selected.map(({ name, language }) => ({ name, language })));
    const applied = done?.changes.length ?? 0;
    if (done === null) return;
    setLeft(new Set());
    toast({ message: t`${plural(applied, { one: '# change applied', other: '# changes applied' })}` });
  };
  return (
    <>
      <PageBar title={t`Sync`} start={<SubPanelButton label={t`Template pages`} />}>
        <Button busy={busy} onClick={() => void compare()}>
          <IconRefresh {...smallIcon} />
          {t`Sync now`}
        </Button>
      </PageBar>
      <div className={styles.sync} data-differs={open !== undefined || undefined}>
        <section className={styles.changes} aria-label={t`Changes`}>
          <div className={styles.scroll}>
            {channels.length > 1 && (
              <div className={styles.account}>
                <SelectField
                  label={t`Number`}
                  choices={channels.map(({ id, channel_label: label }) => ({ value: id, label }))}
                  value={channel.id}
                  onChange={onChannel}
                />
              </div>
            )}
            {state.kind === 'failed' && (
              <ProblemState
                title={t`Couldn’t compare the templates`}
                error={state.error}
                onRetry={() => void compare()}
              />
            )}
            {comparison === null && busy && <Skeleton shape="table" label={t`Comparing with WhatsApp`} count={6} />}
            {comparison !== null && (
              <SyncChanges
                comparison={comparison}
                isChosen={(change) => !left.has(keyOf(change))}
                onChoose={(change, on) => {
                  const next = new Set(left);
                  if (on) next.delete(keyOf(change));
                  else next.add(keyOf(change));
                  setLeft(next);
                }}
                onAll={(on) => setLeft(new Set(on ? [] : changes.map(keyOf)))}
                open={open}
                onOpen={(change) => setOpenKey(keyOf(change))}
              />
            )}
            <p className={styles.note}>
              <IconLock {...smallIcon} aria-hidden="true" />
              {t`Templates in use are never removed. DELETED marks them and blocks sending.`}
            </p>
            <SyncRuns runs={runs.filter(({ waba_id: waba }) => waba === channel.waba_id)} />
          </div>
          {changes.length > 0 && (
            <footer className={styles.foot}>
              <b>{t`${count} of ${changes.length} selected`}</b>
              <span className={styles.space} />
              <Button variant="filled" busy={busy} blocked={count === 0} onClick={() => void run()}>
                {t`${plural(count, { one: 'Apply # change', other: 'Apply # changes' })}`}
              </Button>
            </footer>
          )}
        </section>
        {open !== undefined && (
          <section className={styles.diff} aria-label={t`Field changes`}>
            <SyncDiff change={open} />
          </section>
        )}
      </div>
    </>
  );
}
