import { useLingui } from '@lingui/react/macro';
import { readOrder } from '@parley/contract/order';
import type { Message } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import card from './bubble-content.module.css';
import { FormattedText } from './formatted-text.tsx';
import { MessageIcon } from './message-icon.tsx';
import styles from './rare-content.module.css';
import { readText } from './read-text.ts';
import { SentInteractiveContent } from './sent-interactive.tsx';
import {
  type ContactCard,
  type LabelledValue,
  readContactCard,
  readFormAnswers,
  readInteractive,
  readUnsupported,
  safeLink,
} from './structured-content.ts';
import { useMessageLabels } from './use-message-labels.ts';
import { useOrderMoney } from './use-order-money.ts';

export type StructuredMessage = Pick<Message, 'location' | 'contacts' | 'order' | 'interactive' | 'unsupported'>;
export type RareContentProps = {
  message: StructuredMessage & Partial<Pick<Message, 'direction' | 'id'>>;
  mayReadRaw: boolean;
};

/** Contacts, orders, forms and what WhatsApp does not pass on: content that few conversations have. */
export function RareContent({ message, mayReadRaw }: RareContentProps): ReactNode {
  const { contacts, order, interactive, unsupported } = message;
  if (contacts !== undefined) return <SharedContacts contacts={contacts} />;
  const raw = order ?? interactive ?? unsupported?.raw;
  return (
    <>
      {order !== undefined && <OrderContent order={order} />}
      {interactive !== undefined && <InteractiveContent interactive={interactive} messageId={message.id} />}
      {order === undefined && interactive === undefined && <Unsupported message={message} />}
      {mayReadRaw && message.direction === 'INCOMING' && raw !== undefined && <RawContent raw={raw} />}
    </>
  );
}

function SharedContacts({ contacts }: { contacts: readonly unknown[] }) {
  const cards = contacts.map(readContactCard);
  return cards.map((one) => <SharedContact key={JSON.stringify(one)} card={one} />);
}

function SharedContact({ card: shared }: { card: ContactCard }) {
  const { t } = useLingui();
  const { name, organisation, phones, saved, emails, addresses, urls, birthday } = shared;
  return (
    <span className={card.card}>
      <MessageIcon type="contacts" />
      <span className={card.cardText}>
        <bdi className={card.strong}>{name || t`Contact without a name`}</bdi>
        {organisation && <bdi className={card.quiet}>{organisation}</bdi>}
        {phones.map((number) => (
          <bdi key={number} className={card.quiet}>
            {number}
          </bdi>
        ))}
        {emails.map((email) => (
          <a key={email} className={card.link} href={`mailto:${email}`}>
            {email}
          </a>
        ))}
        {urls.map((url) => (
          <WebAddress key={url} address={url} />
        ))}
        {addresses.map((address) => (
          <bdi key={address} className={card.quiet}>
            {address}
          </bdi>
        ))}
        {birthday && <span className={card.quiet}>{t`Birthday: ${birthday}`}</span>}
        {saved !== '' && (
          <Link
            to="/contacts/add"
            search={{ phone: saved, ...(name !== '' && { name }) }}
            className={`${buttonClass({ size: 'sm' })} ${styles.save}`}
          >
            {t`Save as contact`}
          </Link>
        )}
      </span>
    </span>
  );
}

function WebAddress({ address }: { address: string }) {
  const link = safeLink(address);
  if (link === null) return <bdi className={card.quiet}>{address}</bdi>;
  return (
    <a className={card.link} href={link} target="_blank" rel="noopener noreferrer">
      {address}
    </a>
  );
}

function OrderContent({ order }: { order: Record<string, unknown> }) {
  const { t } = useLingui();
  const { lines, pieces, sums } = readOrder(order);
  const money = useOrderMoney();
  const text = readText(order, 'text');
  return (
    <>
      <span className={card.file}>
        <MessageIcon type="order" />
        {pieces === 1 ? t`Order: 1 item` : t`Order: ${pieces} items`}
      </span>
      {lines.length > 0 && (
        <table className={styles.table}>
          <tbody>
            {lines.map((line, at) => (
              <tr key={`${line.article}/${at.toString()}`}>
                <td className={styles.quantity}>{t`${line.quantity} ×`}</td>
                <td>
                  <bdi>{line.article || t`Article without a number`}</bdi>
                </td>
                <td className={styles.amount}>{line.price === null ? '–' : money(line.price, line.currency)}</td>
              </tr>
            ))}
            {sums?.map(({ currency, amount }) => (
              <tr key={currency} className={styles.sum}>
                <td />
                <td>{t`Total`}</td>
                <td className={styles.amount}>{money(amount, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {text && <FormattedText text={text} />}
    </>
  );
}

/** Form answers, call permissions and other interactive messages: what was answered, else their text. */
type InteractiveContentProps = { interactive: Record<string, unknown>; messageId: string | undefined };

function InteractiveContent({ interactive, messageId }: InteractiveContentProps) {
  const { t } = useLingui();
  const { typeText } = useMessageLabels();
  const { nfm_reply: form, call_permission_reply: call } = interactive;
  if (call !== undefined) {
    const accepted = readText(call, 'response') === 'accept';
    return (
      <span className={card.file}>
        <MessageIcon type="interactive" />
        {accepted ? t`Allowed calls from your business` : t`Declined calls from your business`}
      </span>
    );
  }
  const answers = readFormAnswers(form);
  if (answers.length > 0) {
    return (
      <>
        <span className={card.file}>
          <MessageIcon type="interactive" />
          {t`Completed form`}
        </span>
        <AnswerTable answers={answers} />
      </>
    );
  }
  const reply = form ?? interactive.button_reply ?? interactive.list_reply;
  const words = readText(reply, 'title') || readText(reply, 'body');
  if (words !== '') return <FormattedText text={words} />;
  const sent = readInteractive(interactive);
  if (sent.body !== '' || interactive.action !== undefined)
    return <SentInteractiveContent sent={sent} messageId={messageId} />;
  return (
    <span className={card.file}>
      <MessageIcon type="interactive" />
      {typeText.interactive}
    </span>
  );
}

function AnswerTable({ answers }: { answers: readonly LabelledValue[] }) {
  return (
    <table className={styles.table}>
      <tbody>
        {answers.map(({ label, value }, at) => (
          <tr key={`${label}/${at.toString()}`}>
            <th scope="row">{label}</th>
            <td dir="auto">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Unsupported({ message }: { message: StructuredMessage }) {
  const { t } = useLingui();
  const { kind, reason } = readUnsupported(message.unsupported?.raw);
  const kinds: Record<string, string> = {
    edit: t`Edited message`,
    event: t`Event`,
    gif: t`GIF`,
    group_invite: t`Group invitation`,
    link_preview: t`Link preview`,
    list: t`List message`,
    media_placeholder: t`Media from before the number was connected`,
    pin: t`Pinned message`,
    poll: t`Poll`,
    poll_creation: t`Poll`,
    poll_update: t`Vote in a poll`,
    revoke: t`Deleted message`,
    video_note: t`Video message`,
    view_once: t`View-once message`,
  };
  const name = kinds[kind] ?? (kind === '' ? t`Unsupported message` : t`Unsupported message (${kind})`);
  return (
    <>
      <span className={card.file}>
        <MessageIcon type="unsupported" />
        {name}
      </span>
      <span className={card.quiet}>
        {reason === '' ? t`WhatsApp doesn’t show this message here. Ask the customer to send it another way.` : reason}
      </span>
    </>
  );
}

/** For Admins: what WhatsApp sent, unchanged. */
function RawContent({ raw }: { raw: unknown }) {
  const { t } = useLingui();
  return (
    <Disclosure className={card.raw} title={t`Show what WhatsApp sent`}>
      {/* Scrollable by keyboard. */}
      <pre dir="ltr" tabIndex={-1}>
        {JSON.stringify(raw, null, 2)}
      </pre>
    </Disclosure>
  );
}
