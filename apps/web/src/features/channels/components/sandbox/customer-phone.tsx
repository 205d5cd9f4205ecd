import { useLingui } from '@lingui/react/macro';
import type {
  Channel,
  MessageStatus,
  SandboxPhone,
  SandboxPhoneMessage,
  WriteAsCustomerBody,
} from '@parley/contract/types';
import { IconArrowBackUp, IconMoodSmile, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Ticks } from '../../../../ui/ticks.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useTimeLabels } from '../../../../ui/use-time-labels.ts';
import { AnchoredList, BubbleFrame, BubbleMeta, FormattedText } from '../../../inbox/public.ts';
import { conversationOf, type PhoneItem, phoneText } from '../../data/sandbox/phone-history.ts';
import { serverMessage } from '../../data/sandbox/server-message.ts';
import type { Phone } from '../../data/sandbox/use-phone.ts';
import styles from './customer-phone.module.css';
import { CustomerTools, samplePlace, VoiceButton } from './customer-tools.tsx';
import { PhoneCallButton } from './phone-call.tsx';
import contentStyles from './phone-content.module.css';
import { PhoneContent } from './phone-content.tsx';
import fieldStyles from './phone-field.module.css';
import { PhoneField } from './phone-field.tsx';
import { PhoneFrame } from './phone-frame.tsx';

export type CustomerPhoneProps = {
  phone: Phone;
  channel: Channel;
  /** Who is in the group that this is, each of whom can write; null: it is a phone. */
  members?: readonly SandboxPhone[] | null;
  /** Sends the first message. */
  onFirstMessage: () => void;
  /** The customer changed to another number. */
  onNumber: () => void;
};

/** The context of the next message: a reply to a message, or an edit of one. */
type About = { what: 'answer' | 'change'; message: SandboxPhoneMessage } | null;

/** The customer's side: their messages at the end, ours at the start, their ticks, and everything they can send. */
export function CustomerPhone({ phone, channel, members = null, onFirstMessage, onNumber }: CustomerPhoneProps) {
  const { t } = useLingui();
  const { history } = phone;
  const [about, setAbout] = useState<About>(null);
  // Counts how often the field was given new text.
  const [refills, setRefills] = useState(0);
  const online = history?.phone.online ?? true;
  const typing =
    history?.phone.typing_until != null &&
    Date.parse(history.phone.typing_until) > Date.now() + channel.clock_offset_ms;
  const send = (message: WriteAsCustomerBody) =>
    void phone
      .write(message)
      .catch((error: unknown) => toast({ message: serverMessage(error) ?? t`Not sent. Try again.` }));
  const choose = (next: About) => {
    if (next?.what === 'change' || about?.what === 'change') setRefills(refills + 1);
    setAbout(next);
  };
  const say = async (text: string) => {
    await phone.write(messageOf(text, about));
    // The field is already empty, and may contain the start of the next message.
    setAbout((now) => (now === about ? null : now));
  };
  const sendVoice = async (voice: Blob) =>
    send({ type: 'audio', audio: { id: await phone.upload(voice), voice: true } });
  return (
    <PhoneFrame
      bar={
        <>
          <Avatar size="sm" name={channel.channel_label} seed={channel.id} />
          <bdi className={styles.name}>{channel.channel_label}</bdi>
          <span className={styles.state}>
            {history !== null && members === null && <PhoneCallButton phoneId={history.phone.id} />}
            {typing ? (
              <span className={styles.typing}>{t`typing…`}</span>
            ) : (
              <Badge tone={online ? 'ok' : 'neutral'}>{online ? t`Online` : t`Offline`}</Badge>
            )}
          </span>
        </>
      }
      field={
        <PhoneField
          key={refills}
          label={t`Message`}
          initial={about?.what === 'change' ? phoneText(about.message) : ''}
          above={about && <AboutLine about={about} onDrop={() => choose(null)} />}
          before={members === null && <CustomerTools phone={phone} send={send} onNumber={onNumber} />}
          after={<VoiceButton onRecorded={sendVoice} />}
          onSend={say}
          filled={history?.messages.length !== 0}
        />
      }
    >
      {history?.messages.length === 0 && (
        <div className={styles.empty}>
          <EmptyState
            title={members === null ? t`A customer with no messages yet` : t`A group with no messages yet`}
            actions={<Button variant="filled" onClick={onFirstMessage}>{t`Send hello`}</Button>}
          >
            {t`Their message appears in your inbox.`}
          </EmptyState>
        </div>
      )}
      {history !== null && history.messages.length > 0 && (
        <AnchoredList
          label={t`Messages on the customer’s phone`}
          items={conversationOf(history.messages).map((item) => ({ key: item.message.id, item }))}
          isCounted={({ item }) => item.message.direction === 'to_customer'}
          scrollsToEnd={({ item }) => item.message.direction === 'from_customer'}
        >
          {({ item }) => (
            <div className={styles.line}>
              <PhoneBubble item={item} phone={phone} members={members} send={send} onAbout={choose} />
            </div>
          )}
        </AnchoredList>
      )}
      {history === null && <div className={styles.empty} />}
    </PhoneFrame>
  );
}

function messageOf(text: string, about: About): WriteAsCustomerBody {
  if (about?.what === 'change') {
    const message = { type: 'text', text: { body: text } };
    return { type: 'edit', edit: { original_message_id: about.message.id, message } };
  }
  const context = about === null ? {} : { context: { message_id: about.message.id } };
  return { type: 'text', text: { body: text }, ...context };
}

function AboutLine({ about, onDrop }: { about: NonNullable<About>; onDrop: () => void }) {
  const { t } = useLingui();
  const words = phoneText(about.message);
  return (
    <span className={fieldStyles.above}>
      <span>{about.what === 'answer' ? t`Answers: ${words}` : t`Changes: ${words}`}</span>
      <IconButton size="sm" label={t`Cancel`} onClick={onDrop}>
        <IconX {...smallIcon} />
      </IconButton>
    </span>
  );
}

type BubbleProps = {
  item: PhoneItem;
  phone: Phone;
  members: readonly SandboxPhone[] | null;
  send: (message: WriteAsCustomerBody) => void;
  onAbout: (about: About) => void;
};

function PhoneBubble({ item, phone, members, send, onAbout }: BubbleProps) {
  const { t } = useLingui();
  const words = useTimeLabels();
  const { message, changedTo, takenBack, reactions, quoted } = item;
  const own = message.direction === 'from_customer';
  const failed = (error: unknown) =>
    toast({ message: serverMessage(error) ?? t`The phone didn’t accept this. Try again.` });
  const about = { original_message_id: message.id };
  return (
    <BubbleFrame
      out={own}
      ours={!own}
      first
      last
      failed={false}
      waiting={false}
      author={members?.find(({ id }) => id === message.as)?.name ?? null}
      actions={
        <>
          <IconButton size="sm" label={t`Answer it`} onClick={() => onAbout({ what: 'answer', message })}>
            <IconArrowBackUp {...smallIcon} />
          </IconButton>
          <IconButton
            size="sm"
            label={t`React with 👍`}
            onClick={() => send({ type: 'reaction', reaction: { message_id: message.id, emoji: '👍' } })}
          >
            <IconMoodSmile {...smallIcon} />
          </IconButton>
          {own && !takenBack && members === null && message.type === 'text' && (
            <IconButton size="sm" label={t`Change it`} onClick={() => onAbout({ what: 'change', message })}>
              <IconPencil {...smallIcon} />
            </IconButton>
          )}
          {own && !takenBack && members === null && (
            <IconButton
              size="sm"
              label={t`Delete for everyone`}
              onClick={() => send({ type: 'revoke', revoke: about })}
            >
              <IconTrash {...smallIcon} />
            </IconButton>
          )}
        </>
      }
      after={reactions.length > 0 && <p className={contentStyles.reactions}>{reactions.join(' ')}</p>}
    >
      {quoted !== null && <span className={contentStyles.quote}>{phoneText(quoted)}</span>}
      {takenBack ? (
        <span className={contentStyles.gone}>{t`Undone`}</span>
      ) : changedTo !== null ? (
        <FormattedText text={changedTo} />
      ) : (
        <PhoneContent
          message={message}
          onTap={(what) => void phone.tap(message.id, what).catch(failed)}
          onShareLocation={() => send({ type: 'location', location: samplePlace, context: { message_id: message.id } })}
          onOrder={(order) => send({ type: 'order', order, context: { message_id: message.id } })}
          onPlay={() => !own && void phone.play(message.id).catch(failed)}
        />
      )}
      <BubbleMeta>
        {changedTo !== null && !takenBack && <span>{t`edited`}</span>}
        <time dateTime={message.timestamp}>{words.clock(message.timestamp)}</time>
        {own && <Ticks status={statusOf(message.status)} sendState={null} />}
      </BubbleMeta>
    </BubbleFrame>
  );
}

/** The customer's ticks have no failed and no played state. */
function statusOf(status: number | null): MessageStatus {
  return status === 1 || status === 2 || status === 3 ? status : 0;
}
