import { useLingui } from '@lingui/react/macro';

/** Why a part of a delivery was rejected, as text; an unknown reason as it is. */
export function useDeliveryRefusalText(): (reason: string) => string {
  const { t } = useLingui();
  return (reason) => {
    const words: Record<string, string> = {
      account_error: t`WhatsApp reported an account error`,
      calls_not_taken: t`Progress of a call; what became of it is in the conversation`,
      event_of_unknown: t`A lead or purchase noticed in an unknown message`,
      kept_for_later: t`Stored; this version does not process it`,
      marketing_click: t`A click in a marketing message; WhatsApp doesn’t name the message`,
      not_for_this_app: t`Unknown number`,
      reaction_to_unknown: t`A reaction to an unknown message`,
      sender_missing: t`Without a sender: neither a number nor a user ID`,
      sent_by_another: t`Sent by another app of this number`,
      set_elsewhere: t`About a setting or form that is managed in WhatsApp Manager`,
      told_by_message: t`A changed user id; the customer’s message with the change is applied`,
      unreadable_json: t`Unreadable`,
    };
    return words[reason] ?? reason.replaceAll('_', ' ');
  };
}
