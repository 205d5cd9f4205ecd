import { useLingui } from '@lingui/react/macro';
import type { NotificationItem } from '@parley/contract/types';
import { contactName } from '../../contacts/public.ts';
import { useMessageLabels } from '../../inbox/public.ts';
import { useFindUser } from '../../sync/public.ts';

/** Two lines of a notification: what it is about, and what happened. */
export function useNotificationText(): (item: NotificationItem) => { title: string; detail: string } {
  const { t } = useLingui();
  const findUser = useFindUser();
  const words = useMessageLabels();
  const campaignText = useCampaignText();
  const pauseText = usePauseText();
  return (item) => {
    if (item.campaign !== null) return { title: item.campaign.name, detail: campaignText(item.campaign) };
    if (item.automation !== null) return { title: item.automation.name, detail: pauseText(item.automation) };
    const name = item.contact === null ? '' : contactName(item.contact);
    const actor = (item.actor_id === null ? undefined : findUser(item.actor_id)?.name) ?? t`Someone`;
    const { message, count } = item;
    const line =
      message === null
        ? ''
        : message.type === 'note'
          ? (message.text ?? '')
          : words.oneLine(message.type, message.text ?? '');
    if (item.kind === 'mention')
      return { title: t`${actor} mentioned you`, detail: line === '' ? name : t`${name}: ${line}` };
    if (item.kind === 'assigned') return { title: t`${actor} assigned you a conversation`, detail: name };
    if (item.kind === 'failed') return { title: t`Message not sent`, detail: line === '' ? name : t`${name}: ${line}` };
    if (item.kind === 'closing')
      return { title: t`Reply window closes soon`, detail: line === '' ? name : t`${name}: ${line}` };
    if (item.kind === 'due') return { title: t`Reply due soon`, detail: line === '' ? name : t`${name}: ${line}` };
    if (item.kind === 'overdue') return { title: t`Reply overdue`, detail: line === '' ? name : t`${name}: ${line}` };
    if (item.kind === 'resolve_due') return { title: t`Conversation due soon`, detail: name };
    if (item.kind === 'resolve_overdue') return { title: t`Conversation overdue`, detail: name };
    if (item.kind === 'bot_loop') return { title: t`Stopped answering a bot`, detail: name };
    return { title: name, detail: count > 1 ? t`${line} · ${count} new messages` : line };
  };
}

/** Why an automation paused itself. */
function usePauseText(): (automation: NonNullable<NotificationItem['automation']>) => string {
  const { t } = useLingui();
  return ({ reason }) => {
    if (reason === 'errors') return t`Paused: five runs in a row failed`;
    if (reason === 'slow_words') return t`Paused: comparing its keywords took too long`;
    return t`It had paused itself`;
  };
}

/** What happened to a broadcast. */
function useCampaignText(): (campaign: NonNullable<NotificationItem['campaign']>) => string {
  const { t } = useLingui();
  return ({ event, reason, variant }) => {
    if (event === 'finished') return t`All messages sent`;
    if (event === 'cancelled') return t`The broadcast did not start. It is a draft again.`;
    if (event === 'winner_chosen') return t`A/B test decided: the rest gets variant ${variant ?? ''}`;
    const paused: Record<string, string> = {
      failures: t`Paused: too many messages failed`,
      channel: t`Paused: the channel can’t send`,
      template: t`Paused: WhatsApp no longer allows the template`,
      spam_limit: t`Paused: WhatsApp slows this number down`,
      restored: t`Paused: this installation was restored from a backup`,
      share_limits: t`Paused: too many of the first recipients failed or opted out`,
      share_sent: t`Paused as planned: the rest waits for you`,
      ab_choice: t`The A/B test is over: choose the variant that the rest gets`,
      budget: t`Paused: the monthly budget for broadcasts is used`,
      own_budget: t`Paused: the budget of the broadcast is used`,
    };
    return paused[reason ?? ''] ?? t`Paused`;
  };
}
