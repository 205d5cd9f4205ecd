import { useLingui } from '@lingui/react/macro';
import type { Channel, Thread } from '@parley/contract/types';
import { IconPlayerPause } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { icon } from '../../../ui/icon.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { useAccess, useAccount, useFindUser } from '../../sync/public.ts';
import { authorLabelOf, shortName } from '../bubble/author-label.ts';
import { FixNumber } from '../bubble/notice/fix-number.tsx';
import { setBlocked } from '../change/block-contact.ts';
import { BlockedBanner } from './blocked-banner.tsx';
import { HolderBanner } from './holder-banner.tsx';

export type ConversationBannersProps = {
  channel: Channel | undefined;
  thread: Thread;
  nowMs: number;
  /** The member took the conversation over. */
  onTaken: () => void;
};

/** What keeps messages of a conversation from leaving or arriving, and who answers instead of the team. */
export function ConversationBanners({ channel, thread, nowMs, onTaken }: ConversationBannersProps) {
  const { blocked, reach } = thread;
  return (
    <>
      {channel && <PausedBanner channel={channel} />}
      <HolderBanner thread={thread} onTaken={onTaken} />
      {blocked ? (
        <ConnectedBlockedBanner thread={thread} by={blocked.by} />
      ) : (
        reach && <ReachBanner thread={thread} reach={reach} nowMs={nowMs} />
      )}
    </>
  );
}

function ConnectedBlockedBanner({ thread, by }: { thread: Thread; by: string }) {
  const findUser = useFindUser();
  const { uid } = useAccount().store;
  const author = authorLabelOf(by, findUser, uid);
  const named = author.kind === 'person' ? { name: shortName(author.name) } : null;
  return (
    <BlockedBanner by={author.kind === 'you' ? { you: true } : named} action={<UnblockButton threadId={thread.id} />} />
  );
}

function UnblockButton({ threadId }: { threadId: string }) {
  const { t } = useLingui();
  const account = useAccount();
  const { busy, run } = useAction();
  return (
    <Button size="sm" variant="plain" busy={busy} onClick={() => void run(() => setBlocked(account, threadId, false))}>
      {t`Unblock`}
    </Button>
  );
}

type ReachBannerProps = { thread: Thread; reach: NonNullable<Thread['reach']>; nowMs: number };

/** Problems of the contact, derived from failed messages. */
function ReachBanner({ thread, reach, nowMs }: ReachBannerProps) {
  const { t } = useLingui();
  const words = useTimeLabels();
  if (reach.until === null) {
    const why = {
      blocked_by_us: t`Your business has blocked this customer on WhatsApp. Unblock them to send messages.`,
      identity_changed: t`This customer’s security code changed. Confirm that you are still talking to the same person.`,
    };
    const otherwise = t`WhatsApp couldn’t deliver to this number. Check it, or wait until they write.`;
    const { state } = reach;
    const { contact } = thread;
    const action =
      state === 'blocked_by_us' ? (
        <UnblockButton threadId={thread.id} />
      ) : state in why ? undefined : (
        <FixNumber contactId={thread.contact_id} number={contact.phone_number} reason={otherwise} />
      );
    return (
      <Banner tone="warn" action={action}>
        {state in why ? why[state as keyof typeof why] : otherwise}
      </Banner>
    );
  }
  if (Date.parse(reach.until) <= nowMs) return null;
  const until = words.until(reach.until, nowMs);
  return (
    <Banner tone="warn">{t`WhatsApp delivers no marketing to this customer until ${until}. Replies go out.`}</Banner>
  );
}

function PausedBanner({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const { role } = useAccess();
  if (channel.state !== 'PAUSED') return null;
  const label = channel.channel_label;
  const reason = channel.state_reason?.replace(/\.$/, '') ?? null;
  return (
    <Banner
      tone="warn"
      icon={<IconPlayerPause {...icon} />}
      action={
        role !== 'User' && (
          <Link to="/channels" className={buttonClass({ variant: 'plain', size: 'sm' })}>
            {t`Open Channels`}
          </Link>
        )
      }
    >
      {reason === null
        ? t`${label} is paused. New messages stay queued.`
        : t`${label} doesn’t send now: ${reason}. New messages stay queued.`}
    </Banner>
  );
}
