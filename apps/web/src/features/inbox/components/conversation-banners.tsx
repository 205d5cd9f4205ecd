import { useLingui } from '@lingui/react/macro';
import type { Channel, Thread } from '@parley/contract/types';
import { IconPlayerPause } from '@tabler/icons-react';
import { Banner } from '../../../ui/banner.tsx';
import { icon } from '../../../ui/icon.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';

export type ConversationBannersProps = { channel: Channel | undefined; reach: Thread['reach']; nowMs: number };

/** What keeps messages of a conversation from leaving or arriving. */
export function ConversationBanners({ channel, reach, nowMs }: ConversationBannersProps) {
  return (
    <>
      {channel && <PausedBanner channel={channel} />}
      {reach && <ReachBanner reach={reach} nowMs={nowMs} />}
    </>
  );
}

/** Problems of the contact, derived from failed messages. */
function ReachBanner({ reach, nowMs }: { reach: NonNullable<Thread['reach']>; nowMs: number }) {
  const { t } = useLingui();
  const words = useTimeLabels();
  if (reach.until === null) {
    const why = {
      blocked_by_us: t`Your business has blocked this customer on WhatsApp. Unblock them to send messages.`,
      identity_changed: t`This customer's security code changed. Confirm that you are still talking to the same person.`,
    };
    const otherwise = t`WhatsApp could not deliver to this number. Check it, or wait until they write.`;
    const { state } = reach;
    return <Banner tone="warn">{state in why ? why[state as keyof typeof why] : otherwise}</Banner>;
  }
  if (Date.parse(reach.until) <= nowMs) return null;
  const until = words.until(reach.until, nowMs);
  return (
    <Banner tone="warn">{t`WhatsApp delivers no marketing to this customer until ${until}. Replies go out.`}</Banner>
  );
}

function PausedBanner({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  if (channel.state !== 'PAUSED') return null;
  const label = channel.channel_label;
  return (
    <Banner tone="warn" icon={<IconPlayerPause {...icon} />}>
      {channel.state_reason === null
        ? t`${label} is paused: what you write waits.`
        : t`${label} is paused: ${channel.state_reason} What you write waits.`}
    </Banner>
  );
}
