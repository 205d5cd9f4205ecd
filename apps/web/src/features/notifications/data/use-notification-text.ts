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
  return (item) => {
    const name = contactName(item.contact);
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
    return { title: name, detail: count > 1 ? t`${line} · ${count} new messages` : line };
  };
}
