import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Campaign, ExclusionReason } from '@parley/contract/types';
import { useMemo } from 'react';
import { type CampaignStatus, type FigureId, isRecurring } from './campaign-rules.ts';

export const exclusionReasons: readonly ExclusionReason[] = [
  'opted_out',
  'suppressed',
  'no_opt_in',
  'marketed_lately',
  'marketing_limit',
  'active_conversation',
  'excluded_list',
  'missing_value',
  'invalid_number',
  'no_way_to_reach',
  'number_needed',
  'not_a_test_phone',
  'not_seen',
  'duplicate',
  'too_long',
  'cancelled',
];

/** Labels of a broadcast's states, figures and reasons. */
export function useCampaignLabels() {
  const { t, i18n } = useLingui();
  return useMemo(() => {
    const status: Record<CampaignStatus, string> = {
      draft: t`Draft`,
      scheduled: t`Scheduled`,
      sending: t`Sending`,
      paused: t`Paused`,
      finished: t`Finished`,
      finished_with_failures: t`Finished with failures`,
      cancelled: t`Cancelled`,
    };
    const figure: Record<FigureId, string> = {
      audience: t`Audience`,
      sent: t`Sent`,
      delivered: t`Delivered`,
      read: t`Read`,
      tapped: t`Tapped`,
      replied: t`Replied`,
      left_out: t`Excluded`,
      queued: t`Queued`,
      failed: t`Failed`,
      held_back: t`On hold`,
      unknown: t`Unknown`,
      opted_out: t`Opted out after`,
    };
    const definition: Record<FigureId, string> = {
      audience: t`Everyone in the audience when the broadcast started, each contact once.`,
      sent: t`Sent to WhatsApp, whatever the result: delivered, on the way, failed, on hold or unknown.`,
      delivered: t`WhatsApp confirmed delivery to the phone, including read messages.`,
      read: t`WhatsApp confirmed that it was read. Contacts who turned off read receipts aren’t counted.`,
      tapped: t`Tapped a button, or opened a tracked link of the message.`,
      replied: t`Replied after receiving it.`,
      left_out: t`Not sent, for example because they opted out, a value was missing, or the broadcast was stopped.`,
      queued: t`In the queue; not sent yet.`,
      failed: t`WhatsApp rejected this, or couldn’t deliver it.`,
      held_back: t`WhatsApp didn’t deliver it, because this contact got too many marketing messages recently (131049).`,
      unknown: t`The connection broke while sending, so it’s unknown if WhatsApp received it.`,
      opted_out: t`Opted out after receiving it.`,
    };
    const leftOut: Record<ExclusionReason, string> = {
      active_conversation: t`In a conversation with a member of your team`,
      cancelled: t`The broadcast was stopped before their turn`,
      duplicate: t`Merged with another contact`,
      excluded_list: t`In an excluded list`,
      invalid_number: t`Not a phone number`,
      marketed_lately: t`Recent marketing message`,
      marketing_limit: t`Marketing message limit reached`,
      missing_value: t`No value for a variable`,
      no_opt_in: t`No opt-in`,
      no_way_to_reach: t`No number or username`,
      number_needed: t`No number: one-time codes can’t be sent to usernames`,
      not_a_test_phone: t`Not a sandbox contact or verified test phone`,
      not_seen: t`A contact its creator can’t see`,
      opted_out: t`Opted out`,
      suppressed: t`Marked as not to be messaged`,
      too_long: t`With its values, the text exceeds WhatsApp’s limit`,
    };
    return {
      status,
      figure,
      definition,
      leftOut: (reason: string): string => leftOut[reason as ExclusionReason] ?? reason,
      share: (share: number | null) =>
        share === null ? '' : i18n.number(share, { style: 'percent', maximumFractionDigits: 1 }),
      people: (count: number) => t`${plural(count, { one: '# recipient', other: '# recipients' })}`,
      /** "46 seconds", "12 minutes", "3 hours" */
      duration: (seconds: number) => {
        const [count, unit] =
          seconds < 90
            ? [seconds, 'second']
            : seconds < 5_400
              ? [seconds / 60, 'minute']
              : seconds < 129_600
                ? [seconds / 3_600, 'hour']
                : [seconds / 86_400, 'day'];
        return new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
          Math.max(1, Math.ceil(count)),
        );
      },
    };
  }, [t, i18n]);
}

export type PauseText = { why: string; next: string };

/** Why a broadcast is paused and what to do; null when it is not paused. */
export function usePauseText(): (campaign: Campaign) => PauseText | null {
  const { t } = useLingui();
  return ({ state, state_reason: reason, stop_rules: rules, schedule }) => {
    if (state !== 'PAUSED') return null;
    if (isRecurring({ schedule })) {
      return {
        why: t`Paused. No broadcasts are created.`,
        next: t`Resume to continue with the next run. Runs missed meanwhile are skipped.`,
      };
    }
    if (reason === 'failures') {
      const why =
        rules === null
          ? t`Paused automatically: too many messages failed.`
          : t`Paused automatically: more than ${rules.failure_percent}% of the last ${rules.of} failed.`;
      return {
        why,
        next: t`Check the reasons below, then resume or stop the broadcast. No messages are sent meanwhile.`,
      };
    }
    if (reason === 'channel') {
      return {
        why: t`Paused automatically: the channel can’t send.`,
        next: t`Open Channels and fix the problem there. The broadcast resumes when the channel can send again.`,
      };
    }
    if (reason === 'template') {
      return {
        why: t`Paused automatically: WhatsApp no longer allows the template.`,
        next: t`Resume when WhatsApp approves the template again, or stop this broadcast and send another template to the rest.`,
      };
    }
    if (reason === 'spam_limit') {
      return {
        why: t`Paused automatically: WhatsApp slows this number down because customers blocked or reported it.`,
        next: t`Wait a day and check the channel’s quality before you resume.`,
      };
    }
    if (reason === 'share_limits') {
      return {
        why: t`Paused automatically: too many of the first recipients failed or opted out.`,
        next: t`Check the reasons below. Resume to send the rest, or stop the broadcast.`,
      };
    }
    if (reason === 'share_sent') {
      return {
        why: t`Paused as planned: the first recipients got it.`,
        next: t`Check their results, then resume to send the rest, or stop the broadcast.`,
      };
    }
    if (reason === 'ab_choice') {
      return {
        why: t`Paused as planned: the A/B test is over.`,
        next: t`Compare both variants below and choose the one that the rest gets, or stop the broadcast.`,
      };
    }
    if (reason === 'budget') {
      return {
        why: t`Paused automatically: the monthly budget for broadcasts is used.`,
        next: t`Resume once an Admin has raised the budget in the business settings, or stop the broadcast.`,
      };
    }
    if (reason === 'own_budget') {
      return {
        why: t`Paused automatically: the budget of this broadcast is used.`,
        next: t`Raise it or send the rest without one, or stop the broadcast.`,
      };
    }
    if (reason === 'missing_values') {
      return {
        why: t`Paused automatically: values for the template are missing.`,
        next: t`Resume without the recipients that lack a value, or stop the broadcast and start another.`,
      };
    }
    if (reason === 'restored') {
      return {
        why: t`Paused: this installation was restored from a backup.`,
        next: t`Check who already got it, then resume or stop.`,
      };
    }
    return { why: t`Paused. No more messages are sent.`, next: t`Resume to continue where it paused.` };
  };
}

/** The audience as text, line by line. @param nameOf the name of a list, an earlier broadcast or a segment, if known */
export function useAudienceText(): (
  campaign: Pick<Campaign, 'audience' | 'exclude' | 'typed_numbers'>,
  nameOf: (id: string) => string | undefined,
) => { named: string[]; without: string[] } {
  const { t, i18n } = useLingui();
  const words = useCampaignLabels();
  return ({ audience, exclude, typed_numbers: numbers }, nameOf) => {
    const names = (ids: readonly string[]) =>
      new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(ids.map((id) => nameOf(id) ?? '–'));
    const { contact_list_ids: lists = [], contact_ids: contacts = [] } = audience;
    const segments = audience.segment_ids ?? [];
    const named = [
      lists.length > 0 && t`${plural(lists.length, { one: 'The list', other: 'The lists' })} ${names(lists)}`,
      segments.length > 0 &&
        t`${plural(segments.length, { one: 'The segment', other: 'The segments' })} ${names(segments)}`,
      audience.filter !== undefined && t`Contacts matching a filter`,
      contacts.length > 0 && t`${words.people(contacts.length)} selected individually`,
      audience.selection !== undefined && t`Contacts selected in the contacts table`,
      numbers > 0 && t`${plural(numbers, { one: '# number', other: '# numbers' })} as typed`,
      audience.file_id !== undefined && t`Numbers of an uploaded file`,
      audience.earlier !== undefined && t`Recipients of an earlier broadcast`,
      audience.on_day !== undefined && t`Only contacts whose ${audience.on_day.field} falls on that day`,
    ];
    const hours = exclude.marketed_within_hours;
    const leftLists = exclude.contact_list_ids ?? [];
    const without = [
      leftLists.length > 0 && t`Contacts in ${names(leftLists)}`,
      hours !== undefined &&
        t`Contacts who got a marketing message in the last ${plural(hours, { one: 'hour', other: '# hours' })}`,
      exclude.active_assigned && t`Contacts in an open conversation with a team member`,
      exclude.without_opt_in && t`Contacts without an opt-in`,
      exclude.missing_values && t`Contacts without a value for a variable`,
    ];
    const said = (lines: (string | false | undefined)[]) => lines.filter((line): line is string => Boolean(line));
    return { named: said(named), without: said(without) };
  };
}
