import { useLingui } from '@lingui/react/macro';
import type { Channel, MessageStatus, SandboxPhoneMessage } from '@parley/contract/types';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ContactSquare } from '../../../ui/contact-square.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Ticks } from '../../../ui/ticks.tsx';
import { AnchoredList, BubbleFrame, BubbleMeta, FormattedText, useTimeWords } from '../../inbox/public.ts';
import { phoneWords } from '../phone-book.ts';
import type { Phone } from '../use-phone.ts';
import styles from './customer-phone.module.css';
import { PhoneField } from './phone-field.tsx';
import { PhoneFrame } from './phone-frame.tsx';

export type CustomerPhoneProps = {
  phone: Phone;
  channel: Channel;
  /** Sends the first words. */
  onHello: () => void;
};

/** The customer's side: their own messages at the end, ours at the start, their ticks. */
export function CustomerPhone({ phone, channel, onHello }: CustomerPhoneProps) {
  const { t } = useLingui();
  const { book } = phone;
  const online = book?.phone.online ?? true;
  return (
    <PhoneFrame
      bar={
        <>
          <ContactSquare size="sm" name={channel.channel_label} seed={channel.id} />
          <bdi className={styles.name}>{channel.channel_label}</bdi>
          <span className={styles.state}>
            <Badge tone={online ? 'ok' : 'neutral'}>{online ? t`Online` : t`Offline`}</Badge>
          </span>
        </>
      }
      field={<PhoneField label={t`Message`} onSend={phone.write} filled={book?.messages.length !== 0} />}
    >
      {book?.messages.length === 0 && (
        <div className={styles.empty}>
          <EmptyState
            title={t`A customer who has not written yet`}
            actions={<Button variant="filled" onClick={onHello}>{t`Send hello`}</Button>}
          >
            {t`What they write stands in your inbox a moment later.`}
          </EmptyState>
        </div>
      )}
      {book !== null && book.messages.length > 0 && (
        <AnchoredList
          label={t`Messages on the customer's phone`}
          items={book.messages.map((message) => ({ key: message.id, message }))}
          counts={(item) => item.message.direction === 'to_customer'}
          pulls={(item) => item.message.direction === 'from_customer'}
        >
          {(item) => (
            <div className={styles.line}>
              <PhoneBubble message={item.message} />
            </div>
          )}
        </AnchoredList>
      )}
      {book === null && <div className={styles.empty} />}
    </PhoneFrame>
  );
}

function PhoneBubble({ message }: { message: SandboxPhoneMessage }) {
  const { t } = useLingui();
  const words = useTimeWords();
  const own = message.direction === 'from_customer';
  const text = phoneWords(message);
  return (
    <BubbleFrame out={own} first last failed={false} waiting={false} author={null}>
      {text === '' ? (
        <span className={styles.type}>{t`A message of type ${message.type}`}</span>
      ) : (
        <FormattedText text={text} />
      )}
      <BubbleMeta>
        <time dateTime={message.timestamp}>{words.clock(message.timestamp)}</time>
        {own && <Ticks status={statusOf(message.status)} sendState={null} />}
      </BubbleMeta>
    </BubbleFrame>
  );
}

/** The customer's ticks know no failure and no playing. */
function statusOf(status: number | null): MessageStatus {
  return status === 1 || status === 2 || status === 3 ? status : 0;
}
