import { useLingui } from '@lingui/react/macro';
import type { Message, Thread } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { moneyText } from '../../../../platform/money-text.ts';
import { QueryScope } from '../../../../platform/query.tsx';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { useTimeLabels } from '../../../../ui/use-time-labels.ts';
import { MessageRun } from '../../../automations/public.ts';
import { useCategoryName } from '../../../reports/public.ts';
import { useAccount, useFindUser, useRow } from '../../../sync/public.ts';
import { messageAuthorOf } from '../author-label.ts';
import { KeyName } from '../key-name.tsx';
import { senderName, writerName } from '../participants.ts';
import { useMessageWords } from '../use-message-words.ts';
import styles from './message-actions.module.css';

export type MessageInfoProps = { message: Message; thread: Thread; onClose: () => void };

/** When each step of a message happened, and where it came from. */
export function MessageInfo(props: MessageInfoProps) {
  return (
    <QueryScope>
      <Facts {...props} />
    </QueryScope>
  );
}

function Facts({ message, thread, onClose }: MessageInfoProps) {
  const { t } = useLingui();
  const words = useTimeLabels();
  const messageLabels = useMessageWords();
  const account = useAccount();
  const categoryName = useCategoryName();
  const channel = useRow('channels', message.channel_id);
  const author = messageAuthorOf(message, useFindUser(), account.store.uid);
  const { data: events, isError } = useQuery({
    queryKey: ['message-events', message.id, message.version],
    queryFn: () => account.api('GET /api/messages/{id}/events', { params: { id: message.id } }),
  });
  // Every status repeats the price; the newest one is what WhatsApp bills.
  const price = events?.data.findLast((event) => event.price !== null)?.price;
  const out = message.direction === 'OUTGOING';
  const steps: Record<string, string> = {
    sent: t`Sent`,
    delivered: t`Delivered`,
    read: t`Read`,
    played: t`Played`,
    failed: t`Failed`,
  };
  const origins: Record<Message['medium'], string> = {
    ANDROID_APP: t`WhatsApp Business app`,
    IOS_APP: t`WhatsApp Business app`,
    API: t`API`,
    WEB_APP: t`Parley`,
    WEBHOOK: t`WhatsApp`,
  };
  const originOf = ({ source, imported, medium }: Message) => {
    if (imported !== undefined) return t`Imported`;
    return source === 'AUTOMATION' ? t`Automation` : origins[medium];
  };
  const noticedText = ({ event, amount, currency }: NonNullable<Message['noticed']>) => {
    const what = { LeadSubmitted: t`A lead`, Purchase: t`A purchase` }[event] ?? event;
    return amount === undefined || currency === undefined ? what : `${what} · ${moneyText(amount, currency)}`;
  };
  const from = out ? messageLabels.author(author) : writerName(thread, message);
  const facts: [name: string, value: string | null | undefined, beside?: ReactNode][] = [
    [t`From`, from ?? '…', out && author.kind === 'key' && <KeyName author={author.id} />],
    [out ? t`Created` : t`Received`, words.exact(message.timestamp)],
    ...(events?.data ?? []).map(({ status, at, participant_id: of }): [string, string] => {
      const when = words.exact(at);
      return [
        steps[status] ?? status,
        of === undefined ? when : `${senderName(thread, of) ?? t`Former participant`}, ${when}`,
      ];
    }),
    [t`Discarded`, message.discarded && words.exact(message.discarded.at)],
    [t`Channel`, channel?.channel_label],
    [t`Origin`, originOf(message)],
    [t`Price category`, price && `${categoryName(price.category)} · ${price.billable ? t`billed` : t`not billed`}`],
    [t`WhatsApp noticed`, message.noticed && noticedText(message.noticed)],
    [t`Attempts`, message.attempt > 1 ? String(message.attempt) : null],
    [t`Error`, message.error?.message],
    [t`Message ID`, message.id],
    [t`WhatsApp ID`, message.provider_message_id],
  ];
  return (
    <Dialog title={t`Message info`} onClose={onClose}>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value, beside]) =>
            value != null && <Fact key={`${name} ${value}`} name={name} value={value} beside={beside} />,
        )}
      </dl>
      {message.source === 'AUTOMATION' && <MessageRun messageId={message.id} />}
      {isError && <p className={styles.note}>{t`Couldn’t load the delivery times.`}</p>}
    </Dialog>
  );
}

function Fact({ name, value, beside }: { name: string; value: string; beside?: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
        {beside}
      </dd>
    </>
  );
}
