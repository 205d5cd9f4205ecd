import { useLingui } from '@lingui/react/macro';

/** Why a part of a delivery was rejected, as text; an unknown reason as it is. */
export function useDeliveryRefusalText(): (reason: string) => string {
  const { t } = useLingui();
  return (reason) => {
    const words: Record<string, string> = {
      account_error: t`WhatsApp reported an account error`,
      group_message: t`Sent in a group`,
      kept_for_later: t`Stored; this version does not process it`,
      not_for_this_app: t`Unknown number`,
      reaction_to_unknown: t`A reaction to an unknown message`,
      sender_missing: t`Without a sender`,
      unreadable_json: t`Unreadable`,
    };
    return words[reason] ?? reason.replaceAll('_', ' ');
  };
}
