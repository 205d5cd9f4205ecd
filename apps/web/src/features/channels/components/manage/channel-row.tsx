import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Channel, ChannelHealth, WorkingHours } from '@parley/contract/types';
import { IconBrandWhatsapp, IconFlask, IconPlugConnected } from '@tabler/icons-react';
import { useOpeningText } from '../../../../ui/hours/opening-text.ts';
import { icon } from '../../../../ui/icon.ts';
import type { MenuAction } from '../../../../ui/layer/menu.tsx';
import { readableNumber } from '../../../contacts/public.ts';
import { RowMenu } from '../../../team/public.ts';
import { useKindLabels } from '../../data/channel-labels.ts';
import { type ChannelTab, tabsOf } from '../../data/channel-tabs.ts';
import styles from './channel-row.module.css';
import {
  ChannelBadge,
  QualityBadge,
  useAllowanceText,
  useNameStatusText,
  useTokenText,
  useWebhookText,
} from './health-text.tsx';
import { Sparkline } from './sparkline.tsx';

export type ChannelRowProps = {
  channel: Channel;
  /** Undefined while loading. */
  health: ChannelHealth | undefined;
  nowMs: number;
  /** Its own, or those of the business. */
  hours: WorkingHours | null;
  open: boolean;
  onOpen: (tab?: ChannelTab) => void;
  /** Opens the drawer to send a test message. */
  onTest: () => void;
};

/** A channel with its health. Clicking it opens its drawer; the menu has the most common actions. */
export function ChannelRow({ channel, health, nowMs, hours, open, onOpen, onTest }: ChannelRowProps) {
  const kindLabels = useKindLabels();
  const name = health?.number?.verified_name;
  return (
    <li className={styles.row} aria-current={open || undefined}>
      <div className={styles.who}>
        <span className={styles.picture}>
          <KindIcon channel={channel} />
        </span>
        <div className={styles.names}>
          <button type="button" className={styles.open} onClick={() => onOpen()}>
            <bdi>{channel.channel_label}</bdi>
          </button>
          <span className={styles.quiet}>
            <bdi>{readableNumber(channel.phone_number)}</bdi>
            {' · '}
            {kindLabels(channel)}
            {name && name !== channel.channel_label && (
              <>
                {' · '}
                <bdi>{name}</bdi>
              </>
            )}
          </span>
        </div>
      </div>
      <div className={styles.badges}>
        <ChannelBadge channel={channel} health={health} />
        <QualityBadge quality={health?.number?.quality} />
      </div>
      {health === undefined ? <Unread /> : <Figures channel={channel} health={health} nowMs={nowMs} hours={hours} />}
      <span className={styles.menu}>
        <RowMenu label={channel.channel_label} groups={useRowActions(channel, onOpen, onTest)} />
      </span>
    </li>
  );
}

/** The actions of a channel, by the tabs of its drawer. */
function useRowActions(channel: Channel, onOpen: ChannelRowProps['onOpen'], onTest: () => void): MenuAction[][] {
  const { t } = useLingui();
  const words: [ChannelTab, string][] = [
    ['doctor', t`Check now`],
    ['settings', t`Settings`],
    ['hours', t`Working hours`],
    ['calls', t`Call settings`],
    ['templates', t`Default templates`],
    ['registration', t`Registration`],
    ['profile', t`Business profile`],
    ['link', t`Link and QR code`],
  ];
  const shown = tabsOf(channel);
  const actions = words.filter(([tab]) => shown.includes(tab));
  const test = channel.sandbox ? [] : [{ id: 'test', label: t`Send a test message`, run: onTest }];
  return [test, actions.map(([tab, label]) => ({ id: tab, label, run: () => onOpen(tab) }))];
}

function Figures({ channel, health, nowMs, hours }: PlainProps & { health: ChannelHealth }) {
  const { t } = useLingui();
  const webhook = useWebhookText()(health, nowMs);
  const token = useTokenText()(channel, health, nowMs);
  const allowance = useAllowanceText()(health);
  const name = useNameStatusText()(health);
  const opening = useOpeningText()(hours, nowMs + channel.clock_offset_ms);
  const coexists = health.number?.coexistence === true;
  const { received, sent, failed } = health.today;
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={t`Last webhook`} value={webhook} />
        <Fact name={t`Token`} value={token} />
        <Fact name={t`Display name`} value={name} />
        <Fact
          name={t`Speed`}
          value={
            coexists
              ? t`${plural(channel.pace, { one: '# message', other: '# messages' })} per second, because it’s also used in a phone app`
              : t`${plural(channel.pace, { one: '# message', other: '# messages' })} per second`
          }
        />
        <Fact name={t`Contacts in 24 h`} value={allowance} />
        <Fact name={t`Hours`} value={opening} />
      </dl>
      <div className={styles.day}>
        <Sparkline hours={health.hours} />
        <span className={styles.quiet}>
          {t`Today ${received} in, ${sent} out`}
          {failed > 0 && <b className={styles.failed}>{t`, ${failed} failed`}</b>}
        </span>
      </div>
    </>
  );
}

/** A labelled fact; nothing where it is unknown or fine. */
function Fact({ name, value }: { name: string; value: string | null | undefined }) {
  if (!value) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function Unread() {
  const { t } = useLingui();
  return <div className={styles.unread} role="status" aria-label={t`Loading status`} />;
}

export function KindIcon({ channel }: { channel: Channel }) {
  if (channel.sandbox) return <IconFlask {...icon} />;
  return channel.kind === 'SESSION' ? <IconPlugConnected {...icon} /> : <IconBrandWhatsapp {...icon} />;
}

type PlainProps = Pick<ChannelRowProps, 'channel' | 'health' | 'nowMs' | 'hours'>;

/** A channel for members who do not manage channels: name, kind and health. */
export function PlainChannelRow({ channel, health, nowMs, hours }: PlainProps) {
  const { t } = useLingui();
  const kindLabels = useKindLabels();
  const webhookText = useWebhookText();
  const opening = useOpeningText()(hours, nowMs + channel.clock_offset_ms);
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <span className={styles.picture}>
          <KindIcon channel={channel} />
        </span>
        <div className={styles.names}>
          <b>
            <bdi>{channel.channel_label}</bdi>
          </b>
          <span className={styles.quiet}>{kindLabels(channel)}</span>
        </div>
      </div>
      <div className={styles.badges}>
        <ChannelBadge channel={channel} health={health} />
        <QualityBadge quality={health?.number?.quality} />
      </div>
      {health === undefined ? (
        <Unread />
      ) : (
        <dl className={styles.facts}>
          <Fact name={t`Last webhook`} value={webhookText(health, nowMs)} />
          <Fact name={t`Hours`} value={opening} />
        </dl>
      )}
    </li>
  );
}
