import { useLingui } from '@lingui/react/macro';
import type { Channel, ChannelHealth } from '@parley/contract/types';
import { IconBrandWhatsapp, IconFlask, IconPlugConnected } from '@tabler/icons-react';
import { icon } from '../../../ui/icon.ts';
import type { MenuAct } from '../../../ui/layer/menu.tsx';
import { readableNumber } from '../../inbox/public.ts';
import { RowMenu } from '../../team/public.ts';
import styles from './channel-row.module.css';
import { type ChannelTab, tabsOf } from './channel-tabs.ts';
import { useKindWords } from './channel-words.ts';
import {
  ChannelBadge,
  QualityBadge,
  useAllowanceWords,
  useNameWords,
  useTokenWords,
  useWebhookWords,
} from './health-words.tsx';
import { useOpeningWords } from './hours-words.ts';
import { Sparkline } from './sparkline.tsx';

export type ChannelRowProps = {
  channel: Channel;
  /** Undefined while it is being read. */
  health: ChannelHealth | undefined;
  nowMs: number;
  open: boolean;
  onOpen: (tab?: ChannelTab) => void;
  /** Opens it to send a test message. */
  onTest: () => void;
};

/** A channel with how it is doing; pressing it opens what can be done with it, its menu a part of that. */
export function ChannelRow({ channel, health, nowMs, open, onOpen, onTest }: ChannelRowProps) {
  const kindWords = useKindWords();
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
            {kindWords(channel)}
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
      {health === undefined ? <Unread /> : <Figures channel={channel} health={health} nowMs={nowMs} />}
      <span className={styles.menu}>
        <RowMenu label={channel.channel_label} groups={useActs(channel, onOpen, onTest)} />
      </span>
    </li>
  );
}

/** What can be done with a channel, as its drawer's tabs have it. */
function useActs(channel: Channel, onOpen: ChannelRowProps['onOpen'], onTest: () => void): MenuAct[][] {
  const { t } = useLingui();
  const words: [ChannelTab, string][] = [
    ['doctor', t`Look for problems`],
    ['settings', t`Name, credentials, removal`],
    ['hours', t`Working hours`],
    ['templates', t`Default templates`],
    ['registration', t`Registration`],
    ['profile', t`Business profile`],
    ['link', t`Link and QR code`],
  ];
  const shown = tabsOf(channel);
  const acts = words.filter(([tab]) => shown.includes(tab));
  const test = channel.sandbox ? [] : [{ id: 'test', label: t`Send a test message`, run: onTest }];
  return [test, acts.map(([tab, label]) => ({ id: tab, label, run: () => onOpen(tab) }))];
}

function Figures({ channel, health, nowMs }: { channel: Channel; health: ChannelHealth; nowMs: number }) {
  const { t } = useLingui();
  const webhook = useWebhookWords()(health, nowMs);
  const token = useTokenWords()(channel, health, nowMs);
  const allowance = useAllowanceWords()(health);
  const name = useNameWords()(health);
  const opening = useOpeningWords()(channel, nowMs);
  const coexists = health.number?.coexistence === true;
  const { received, sent, failed } = health.today;
  return (
    <>
      <ul className={styles.facts}>
        <li>{webhook}</li>
        {token && <li>{token}</li>}
        {name && <li>{name}</li>}
        <li>
          {coexists
            ? t`${channel.pace} messages a second: it is in a phone app too`
            : t`${channel.pace} messages a second`}
        </li>
        {allowance && <li>{allowance}</li>}
        {opening && <li>{opening}</li>}
      </ul>
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

function Unread() {
  const { t } = useLingui();
  return <div className={styles.unread} role="status" aria-label={t`Reading how it is doing`} />;
}

export function KindIcon({ channel }: { channel: Channel }) {
  if (channel.sandbox) return <IconFlask {...icon} />;
  return channel.kind === 'SESSION' ? <IconPlugConnected {...icon} /> : <IconBrandWhatsapp {...icon} />;
}

type PlainProps = Pick<ChannelRowProps, 'channel' | 'health' | 'nowMs'>;

/** A channel for people who do not manage channels: its name, what it is, and how it is doing. */
export function PlainChannelRow({ channel, health, nowMs }: PlainProps) {
  const kindWords = useKindWords();
  const webhookWords = useWebhookWords();
  const opening = useOpeningWords()(channel, nowMs);
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
          <span className={styles.quiet}>{kindWords(channel)}</span>
        </div>
      </div>
      <div className={styles.badges}>
        <ChannelBadge channel={channel} health={health} />
        <QualityBadge quality={health?.number?.quality} />
      </div>
      {health === undefined ? (
        <Unread />
      ) : (
        <ul className={styles.facts}>
          <li>{webhookWords(health, nowMs)}</li>
          {opening && <li>{opening}</li>}
        </ul>
      )}
    </li>
  );
}
