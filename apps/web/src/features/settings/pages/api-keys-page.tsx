import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ApiKey } from '@parley/contract/types';
import { IconKey, IconPlus, IconRefresh, IconTerminal2, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { accountStorage } from '../../../platform/account-storage.ts';
import { listText } from '../../../platform/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { Page, PageBar, PageBody, useScrollBesidePanel } from '../../../ui/page.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { actionsColumn } from '../../../ui/table/actions-column.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useTableLayout } from '../../../ui/table/use-table-layout.ts';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { useRows } from '../../sync/public.ts';
import { LiveScope, RequirePermission, RowMenu } from '../../team/public.ts';
import keyStyles from '../components/api-keys/api-keys.module.css';
import { type KeyDialogState, KeyDialogs } from '../components/api-keys/key-dialogs.tsx';
import { ApiUsePanel, RequestCount, useUsePanel } from '../components/api-keys/use-panel.tsx';
import styles from '../components/business/business.module.css';
import { pauseReasons, scopeSetOf, useApiKeys } from '../data/api-keys.ts';

const commands: Command[] = [
  { id: 'api-keys.new', group: 'create', title: msg`New API key`, keys: 'n', icon: IconKey },
];
const none: readonly ApiKey[] = [];

/** `/settings/api-keys` */
export function ApiKeysPage({ secrets }: { secrets: ReactNode }) {
  return (
    <LiveScope>
      <RequirePermission right="api_keys.manage">
        <ApiKeys secrets={secrets} />
      </RequirePermission>
    </LiveScope>
  );
}

function ApiKeys({ secrets }: { secrets: ReactNode }) {
  const { t } = useLingui();
  const scroll = useScrollBesidePanel();
  const { data: rows = none, error, isPending, refetch } = useApiKeys();
  const [question, setQuestion] = useState<KeyDialogState | null>(null);
  const panel = useUsePanel();
  const columns = useKeyColumns(setQuestion, panel.showRequestsOf);
  const table = useTableLayout('api-keys', columns, accountStorage());
  const make = () => setQuestion({ kind: 'create' });
  useCommands(commands, { 'api-keys.new': make });
  const add = (
    <Button variant="filled" onClick={make}>
      <IconPlus {...smallIcon} />
      {t`New API key`}
    </Button>
  );
  const use = (
    <Button onClick={() => panel.setTab('start')}>
      <IconTerminal2 {...smallIcon} />
      {t`Using the API`}
    </Button>
  );
  return (
    <>
      <Page scroll={scroll}>
        <PageBar title={t`API keys`} start={<SubPanelButton label={t`Settings pages`} />}>
          <span className={styles.inBar}>{use}</span>
          {rows.length > 0 && add}
        </PageBar>
        <PageBody>
          <DataTable
            label={t`API keys`}
            scroll={scroll}
            table={table}
            rows={rows}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            total={rows.length}
            state={
              error
                ? { kind: 'problem', error, onRetry: () => void refetch() }
                : { kind: isPending ? 'loading' : 'ready' }
            }
            empty={<NoKeys>{add}</NoKeys>}
          />
          <p className={styles.under}>{use}</p>
        </PageBody>
        {question && <KeyDialogs question={question} onClose={() => setQuestion(null)} />}
      </Page>
      {panel.tab !== null && (
        <ApiUsePanel
          keys={rows}
          tab={panel.tab}
          onTab={panel.setTab}
          filter={panel.filter}
          onFilter={panel.setFilter}
          tryKey={panel.tryKey}
          onTryKey={panel.setTryKey}
          onClose={() => panel.setTab(null)}
          secrets={secrets}
        />
      )}
    </>
  );
}

function useKeyColumns(
  ask: (question: KeyDialogState) => void,
  showRequestsOf: (id: string) => void,
): Column<ApiKey>[] {
  const { t } = useLingui();
  return useMemo(
    () => [
      {
        id: 'name',
        title: t`Name`,
        width: 200,
        fixed: true,
        phone: 'title',
        cell: (row) => <KeyName row={row} />,
      },
      { id: 'scopes', title: t`Scopes`, width: 170, cell: (row) => <KeyScopes row={row} /> },
      { id: 'channels', title: t`Channels`, width: 120, hidden: true, cell: (row) => <KeyChannels row={row} /> },
      { id: 'by', title: t`Created by`, width: 150, cell: (row) => <MadeBy row={row} /> },
      { id: 'expires', title: t`Expires`, width: 130, phone: 'detail', cell: (row) => <Expiry row={row} /> },
      { id: 'used', title: t`Last used`, width: 150, cell: (row) => <LastUse row={row} /> },
      {
        id: 'requests',
        title: t`Requests 24 h`,
        width: 190,
        cell: (row) => <RequestCount row={row} onShow={() => showRequestsOf(row.id)} />,
      },
      actionsColumn(t`Actions`, (row) => (
        <RowMenu
          label={row.name}
          groups={[
            [
              {
                id: 'requests',
                label: t`Show requests`,
                icon: <IconTerminal2 {...icon} />,
                run: () => showRequestsOf(row.id),
              },
            ],
            [
              {
                id: 'rotate',
                label: t`Rotate`,
                icon: <IconRefresh {...icon} />,
                blocked: row.state === 'expired',
                run: () => ask({ kind: 'rotate', row }),
              },
              {
                id: 'revoke',
                label: t`Revoke`,
                icon: <IconTrash {...icon} />,
                danger: true,
                run: () => ask({ kind: 'revoke', row }),
              },
            ],
          ]}
        />
      )),
    ],
    [t, ask, showRequestsOf],
  );
}

function KeyName({ row }: { row: ApiKey }) {
  return (
    <span className={styles.names}>
      <bdi>{row.name}</bdi>
      <small data-tip={row.prefix}>
        <bdi>{`${row.prefix.slice(0, 16)}…${row.last4}`}</bdi>
      </small>
    </span>
  );
}

function KeyScopes({ row }: { row: ApiKey }) {
  const { t } = useLingui();
  const set = scopeSetOf(row.scopes);
  if (set === 'all') return t`Everything`;
  if (set === 'read') return t`Read everything`;
  const words = row.scopes.join(', ');
  return (
    <span className={keyStyles.scopes} data-tip={words}>
      {words}
    </span>
  );
}

function KeyChannels({ row }: { row: ApiKey }) {
  const { t } = useLingui();
  const channels = useRows('channels');
  if (row.channel_ids === null) return t`All`;
  const names = channels.filter(({ id }) => row.channel_ids?.includes(id)).map(({ channel_label: label }) => label);
  return names.length > 0
    ? listText(names)
    : t`${plural(row.channel_ids.length, { one: '# channel', other: '# channels' })}`;
}

function MadeBy({ row }: { row: ApiKey }) {
  const { t, i18n } = useLingui();
  const { near } = useRelativeTime();
  return (
    <span className={styles.names}>
      <bdi>{row.created_by.name ?? t`A former member`}</bdi>
      <small>{row.paused_because === null ? near(row.created_at) : i18n._(pauseReasons[row.paused_because])}</small>
    </span>
  );
}

function Expiry({ row }: { row: ApiKey }) {
  const { t } = useLingui();
  const { near } = useRelativeTime();
  if (row.state === 'expired') return <Badge tone="bad">{t`Expired`}</Badge>;
  if (row.state === 'paused') return <Badge tone="warn">{t`Paused`}</Badge>;
  if (row.expires_at === null) return <Badge tone="warn">{t`Never`}</Badge>;
  return <bdi>{near(row.expires_at)}</bdi>;
}

function LastUse({ row }: { row: ApiKey }) {
  const { t } = useLingui();
  const { near } = useRelativeTime();
  if (row.last_used_at === null) return t`Never`;
  return (
    <span className={styles.names}>
      <span>{near(row.last_used_at)}</span>
      {row.last_used_ip && (
        <small>
          <bdi>{row.last_used_ip}</bdi>
        </small>
      )}
    </span>
  );
}

function NoKeys({ children }: { children: React.ReactNode }) {
  const { t } = useLingui();
  return (
    <EmptyState title={t`No API keys yet`} actions={children}>
      <p>
        {t`With an API key, your own programs can send messages, read conversations and update contacts. Each key has its own scopes and expiry date.`}
      </p>
    </EmptyState>
  );
}
