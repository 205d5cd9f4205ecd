import { useLingui } from '@lingui/react/macro';
import type { FixPlace } from '@parley/contract/fix-places';
import type { HoldReason } from '@parley/contract/hold-reasons';

export type HoldWords = {
  /** Why the message was not sent, and what can be done. */
  why: string;
  next: string;
  place?: Exclude<FixPlace, 'number'>;
  /** Whether sending it again by hand can work once the step is taken. */
  again: boolean;
};

/** Why a message is on hold, and the next step. */
export function useHoldWords(): Readonly<Record<HoldReason, HoldWords>> {
  const { t } = useLingui();
  return {
    blocked: { why: t`your team blocked this customer.`, next: t`Unblock them, then send it again.`, again: true },
    campaign_cancelled: {
      why: t`the broadcast was cancelled before it was sent.`,
      next: t`Send it again to reach only this customer.`,
      again: true,
    },
    campaign_paused: {
      why: t`the broadcast is paused.`,
      next: t`It is sent when the broadcast goes on.`,
      place: 'broadcasts',
      again: false,
    },
    channel_removed: {
      why: t`its channel was removed.`,
      next: t`Connect the number again, or write from another channel.`,
      place: 'channels',
      again: false,
    },
    group_closed: {
      why: t`WhatsApp deleted or suspended this group.`,
      next: t`Write to its participants one by one.`,
      again: true,
    },
    marketing_capped: {
      why: t`WhatsApp is limiting marketing messages to this customer.`,
      next: t`Send it again tomorrow, or when they write.`,
      again: true,
    },
    marketing_limit: {
      why: t`this customer reached your account’s limit for marketing messages.`,
      next: t`Send it again later, or raise the limit.`,
      place: 'broadcasts',
      again: true,
    },
    not_a_test_phone: {
      why: t`test sends only reach the sandbox and verified test phones.`,
      next: t`Verify this phone as a test phone, then send it again.`,
      place: 'channels',
      again: true,
    },
    not_in_groups: {
      why: t`WhatsApp doesn’t take this in groups.`,
      next: t`Write it as text, or to one person.`,
      again: false,
    },
    opted_out: {
      why: t`this customer opted out of marketing messages.`,
      next: t`Wait until they opt in, or write without marketing.`,
      again: false,
    },
    restored: {
      why: t`this server was restored from a backup.`,
      next: t`Check whether the customer has it, then send it again or discard it.`,
      again: true,
    },
    suppressed: {
      why: t`this customer can’t be messaged.`,
      next: t`Allow messages in their details, then send it again.`,
      place: 'contact',
      again: true,
    },
    template_not_active: {
      why: t`the template is no longer active.`,
      next: t`Check it, or send another one.`,
      place: 'templates',
      again: true,
    },
    window_closed: {
      why: t`the reply window closed before it was sent.`,
      next: t`Send a template, or send it again when they write.`,
      again: true,
    },
  };
}
