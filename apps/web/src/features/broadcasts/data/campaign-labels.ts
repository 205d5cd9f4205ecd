import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Campaign, ExclusionReason } from '@parley/contract/types';
import { useMemo } from 'react';
import type { CampaignStatus, FigureId } from './campaign-rules.ts';

export const exclusionReasons: readonly ExclusionReason[] = [
  'opted_out',
  'suppressed',
  'no_opt_in',
  'marketed_lately',
  'active_conversation',
  'excluded_list',
  'missing_value',
  'invalid_number',
  'no_way_to_reach',
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
      left_out: t`Left out`,
      queued: t`Queued`,
      failed: t`Failed`,
      held_back: t`Held back`,
      unknown: t`Unknown`,
      opted_out: t`Opted out after`,
    };
    const definition: Record<FigureId, string> = {
      audience: t`Everybody the audience named when this started, each person once.`,
      sent: t`Sent to WhatsApp, whatever became of it: delivered, on its way, failed, held back or unknown.`,
      delivered: t`WhatsApp says it reached the phone. Whoever read it counts too.`,
      read: t`WhatsApp says it was read. People who switched read receipts off are not counted.`,
      tapped: t`Tapped a button of the message.`,
      replied: t`Wrote back after getting it.`,
      left_out: t`Never sent to: each has a reason, as opted out, no value for a variable, or stopped before their turn.`,
      queued: t`Waits for its turn; nothing was sent yet.`,
      failed: t`WhatsApp refused it, or could not deliver it.`,
      held_back: t`WhatsApp held it back, because this person got too many marketing messages lately (131049).`,
      unknown: t`The connection broke while sending. We do not know whether WhatsApp got it.`,
      opted_out: t`Opted out of messages after getting it.`,
    };
    const leftOut: Record<ExclusionReason, string> = {
      active_conversation: t`In a conversation with somebody of the team`,
      cancelled: t`The broadcast was stopped before their turn`,
      duplicate: t`Became one person with somebody else of it`,
      excluded_list: t`In a list that was left out`,
      invalid_number: t`Not a phone number`,
      marketed_lately: t`Got a marketing message lately`,
      missing_value: t`No value for a variable`,
      no_opt_in: t`Never agreed to be written to`,
      no_way_to_reach: t`No number and no user name to write to`,
      not_a_test_phone: t`Not a sandbox contact or verified test phone`,
      not_seen: t`A contact that its maker does not see`,
      opted_out: t`Opted out`,
      suppressed: t`Not written to, by a rule of yours or of WhatsApp`,
      too_long: t`With its values the text is longer than WhatsApp takes`,
    };
    return {
      status,
      figure,
      definition,
      leftOut: (reason: string): string => leftOut[reason as ExclusionReason] ?? reason,
      share: (share: number | null) =>
        share === null ? '' : i18n.number(share, { style: 'percent', maximumFractionDigits: 1 }),
      people: (count: number) => t`${plural(count, { one: '# person', other: '# people' })}`,
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
        return i18n.number(Math.max(1, Math.ceil(count)), { style: 'unit', unit, unitDisplay: 'long' });
      },
    };
  }, [t, i18n]);
}

export type PauseText = { why: string; next: string };

/** Why a broadcast is paused and what to do; null when it is not paused. */
export function usePauseText(): (campaign: Campaign) => PauseText | null {
  const { t } = useLingui();
  return ({ state, state_reason: reason, stop_rules: rules }) => {
    if (state !== 'PAUSED') return null;
    if (reason === 'failures') {
      const why =
        rules === null
          ? t`Paused by itself: too many messages failed.`
          : t`Paused by itself: more than ${rules.failure_percent} % of the last ${rules.of} failed.`;
      return { why, next: t`Look below at why, then go on or stop it. Nobody else is sent anything meanwhile.` };
    }
    if (reason === 'channel') {
      return {
        why: t`Paused by itself: the channel cannot send.`,
        next: t`Open Channels and mend what is wrong there: it goes on by itself as soon as the channel sends.`,
      };
    }
    if (reason === 'template') {
      return {
        why: t`Paused by itself: WhatsApp no longer lets the template be sent.`,
        next: t`Resume when WhatsApp approves it again, or stop this one and send another template to whoever was not reached.`,
      };
    }
    if (reason === 'spam_limit') {
      return {
        why: t`Paused automatically: WhatsApp slows this number down because customers blocked or reported it.`,
        next: t`Wait a day and check the channel's quality before you resume.`,
      };
    }
    if (reason === 'missing_values') {
      return {
        why: t`Paused by itself: values for the template are missing.`,
        next: t`Resume to go on without the people who lack one, or stop it and start another.`,
      };
    }
    if (reason === 'restored') {
      return {
        why: t`Paused: this installation was restored from a backup.`,
        next: t`Look at who got it already, then resume or stop it.`,
      };
    }
    return { why: t`Paused. Nobody else is sent anything.`, next: t`Resume to go on where it paused.` };
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
      audience.filter !== undefined && t`Everybody a filter finds`,
      contacts.length > 0 && t`${words.people(contacts.length)} chosen one by one`,
      audience.selection !== undefined && t`People marked in the table of contacts`,
      numbers > 0 && t`${plural(numbers, { one: '# number', other: '# numbers' })} as typed`,
      audience.earlier !== undefined && t`People of an earlier broadcast`,
    ];
    const hours = exclude.marketed_within_hours;
    const leftLists = exclude.contact_list_ids ?? [];
    const without = [
      leftLists.length > 0 && t`Whoever is in ${names(leftLists)}`,
      hours !== undefined &&
        t`Whoever got a marketing message within ${plural(hours, { one: '# hour', other: '# hours' })}`,
      exclude.active_assigned && t`Whoever is in an open conversation with somebody of the team`,
      exclude.without_opt_in && t`Whoever never agreed to be written to`,
      exclude.missing_values && t`Whoever lacks a value for a variable`,
    ];
    const said = (lines: (string | false | undefined)[]) => lines.filter((line): line is string => Boolean(line));
    return { named: said(named), without: said(without) };
  };
}
