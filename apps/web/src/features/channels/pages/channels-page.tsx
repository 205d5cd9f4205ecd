import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { hoursOfChannel } from '@parley/contract/opening';
import type { Channel, WorkingHours } from '@parley/contract/types';
import { IconPlus, IconSend } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { QueryScope } from '../../../platform/query.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { AccountProvider, startLive, useCurrentAccount, useRows } from '../../sync/public.ts';
import { ChannelDrawer } from '../components/manage/channel-drawer.tsx';
import { ChannelRow, PlainChannelRow } from '../components/manage/channel-row.tsx';
import styles from '../components/manage/list.module.css';
import { readTab } from '../data/channel-tabs.ts';
import { useHealth } from '../data/use-health.ts';
import { mayManageChannels } from '../data/use-may-manage.ts';
import { useSeconds } from '../data/use-seconds.ts';

const commands: Command[] = [
  { id: 'channels.add', group: 'create', title: msg`Add a channel`, keys: 'n', icon: IconPlus },
];
const listCommands: Command[] = [
  { id: 'channels.test', group: 'page', title: msg`Send a test message`, keys: 't', icon: IconSend },
];

/** `/channels`: every channel with its health; `?channel=` opens one. */
export function ChannelsPage() {
  const { t } = useLingui();
  const account = useCurrentAccount();
  const manages = mayManageChannels();
  const navigate = useNavigate();
  useEffect(() => startLive(), []);
  useCommands(commands, { 'channels.add': manages ? () => void navigate({ to: '/channels/add' }) : undefined });
  return (
    <QueryScope>
      <Page scroll="document">
        <PageBar title={t`Channels`} start={<SubPanelButton label={t`Channel pages`} />}>
          {manages && (
            <Link to="/channels/add" aria-label={t`Add a channel`} className={buttonClass({ variant: 'filled' })}>
              <IconPlus {...smallIcon} />
              <span className={styles.long}>{t`Add a channel`}</span>
            </Link>
          )}
        </PageBar>
        {!manages && <Banner>{t`Only an Admin or Owner can manage channels.`}</Banner>}
        <PageBody>
          {account === null ? (
            <Skeleton shape="list" label={t`Loading channels`} />
          ) : (
            <AccountProvider value={account}>{manages ? <ManagedList /> : <PlainList />}</AccountProvider>
          )}
        </PageBody>
      </Page>
    </QueryScope>
  );
}

/** The store sorts by name in the user's language; the specification sorts this list by `channel_label`. */
function useChannels(): readonly Channel[] {
  const rows = useRows('channels');
  return rows.toSorted((a, b) => (a.channel_label < b.channel_label ? -1 : a.channel_label > b.channel_label ? 1 : 0));
}

/** The working hours of a channel: its own, or those of the business. */
function useHours(): (channel: Channel) => WorkingHours | null {
  const [client] = useRows('clients');
  return (channel) => (client === undefined ? channel.working_hours : hoursOfChannel(channel, client));
}

function PlainList() {
  const { t } = useLingui();
  const channels = useChannels();
  const { byChannel } = useHealth(channels, true);
  const nowMs = useSeconds();
  const hoursOf = useHours();
  return (
    <ul className={styles.list} aria-label={t`Channels`}>
      {channels.map((channel) => (
        <PlainChannelRow
          key={channel.id}
          channel={channel}
          health={byChannel?.get(channel.id)}
          nowMs={nowMs}
          hours={hoursOf(channel)}
        />
      ))}
    </ul>
  );
}

function ManagedList() {
  const { t } = useLingui();
  const channels = useChannels();
  const health = useHealth(channels, true);
  const nowMs = useSeconds();
  const hoursOf = useHours();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const opened = channels.find(({ id }) => id === search['channel']);
  const own = channels.filter(({ sandbox }) => !sandbox);
  const show = (channel: string | undefined, tab?: string) =>
    void navigate({ to: '/channels', search: { channel, tab }, replace: tab !== undefined && opened !== undefined });
  const test = (channel: string) => void navigate({ to: '/channels', search: { channel, test: true } });
  const [tested = channels[0]] = own;
  useCommands(listCommands, {
    'channels.test': opened === undefined && tested !== undefined ? () => test(tested.id) : undefined,
  });
  return (
    <>
      {health.error !== null && (
        <ProblemState title={t`Couldn’t load the channel status`} error={health.error} onRetry={health.retry} />
      )}
      <ul className={styles.list} aria-label={t`Channels`}>
        {channels.map((channel) => (
          <ChannelRow
            key={channel.id}
            channel={channel}
            health={health.byChannel?.get(channel.id)}
            nowMs={nowMs}
            hours={hoursOf(channel)}
            open={channel.id === opened?.id}
            onOpen={(tab) => show(channel.id, tab)}
            onTest={() => test(channel.id)}
          />
        ))}
      </ul>
      {own.length === 0 ? (
        <NoneYet />
      ) : (
        <p
          className={styles.foot}
        >{t`${plural(own.length, { one: '# connected number', other: '# connected numbers' })}`}</p>
      )}
      {opened !== undefined && (
        <ChannelDrawer
          key={opened.id}
          channel={opened}
          health={health.byChannel?.get(opened.id)}
          tab={readTab(search['tab'])}
          onTab={(tab) => show(opened.id, tab)}
          testing={search['test'] === true}
          onClose={() => show(undefined)}
        />
      )}
    </>
  );
}

function NoneYet() {
  const { t } = useLingui();
  return (
    <div className={styles.blank}>
      <EmptyState
        title={t`Connect your WhatsApp number`}
        actions={
          <>
            <Link to="/channels/add" className={buttonClass()}>{t`Connect a number`}</Link>
            <Link to="/sandbox" className={buttonClass()}>{t`Try the sandbox`}</Link>
          </>
        }
      >
        {t`Customers write to it, and your team replies in the inbox. You can try the sandbox first.`}
      </EmptyState>
    </div>
  );
}
